import { Button, Input, PinInput, Stack, Text, Title } from '@mantine/core';
import { IconMailCheck, IconMailQuestion } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { ApiError } from '../../api/client.ts';
import { type CodeState, unlockByCode } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { Message } from '../../ui/message.tsx';
import { Card } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ResendButton } from './resend-button.tsx';
import { useVisit } from './visit-context.ts';

const CODE_LENGTH = 6;

/** An ellipsis with a word joiner: a masked address is not broken behind its ellipsis. */
const KEPT_ELLIPSIS = '…\u2060';

/** Asks for the emailed access code, or for the personal link if this link names no recipient. */
export function CodeForm() {
  const { visit } = useVisit();
  const { Code: code, SharedBy: sharer } = visit;
  if (code === null || code.Recipient === null) {
    const { title, text } = messages.code.noRecipient;
    return (
      <Message icon={<IconMailQuestion size={40} stroke={1.5} aria-hidden />} title={title} text={text(sharer.Name)} />
    );
  }
  return <CodeCard code={code} address={code.Recipient} />;
}

function CodeCard({ code, address }: { code: CodeState; address: string }) {
  const { value, enter, unlock } = useCode();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    unlock.mutate(value);
  };
  return (
    <Card>
      <form onSubmit={submit}>
        <Stack>
          <IconMailCheck size={40} stroke={1.5} aria-hidden />
          <Title order={1} size="h2">
            {messages.code.title}
          </Title>
          <Text style={{ overflowWrap: 'anywhere' }}>{messages.code.sent(address.replace('…', KEPT_ELLIPSIS))}</Text>
          <CodeBoxes value={value} onChange={enter} isWrong={unlock.isError} />
          <ProblemAlert error={unlock.error} known={wrongCode} />
          <Button type="submit" size="md" loading={unlock.isPending} disabled={value.length < CODE_LENGTH}>
            {messages.code.submit}
          </Button>
          <ResendButton canResendAt={code.CanResendAt} />
        </Stack>
      </form>
    </Card>
  );
}

// A complete code is submitted at once. An incorrect one clears the boxes.
function useCode() {
  const { link } = useVisit();
  const [value, setValue] = useState('');
  const queries = useQueryClient();
  const unlock = useMutation({
    mutationFn: (code: string) => unlockByCode(link, code),
    onSuccess: (opened) => queries.setQueryData(['visit', link.reference, link.recipient], opened),
    onError: () => setValue(''),
  });
  const enter = (code: string) => {
    setValue(code);
    if (code.length === CODE_LENGTH) unlock.mutate(code);
  };
  return { value, enter, unlock };
}

function CodeBoxes(props: { value: string; onChange: (value: string) => void; isWrong: boolean }) {
  return (
    <Input.Wrapper role="group" aria-label={messages.code.group}>
      <PinInput
        length={CODE_LENGTH}
        type="number"
        inputMode="numeric"
        inputType="text"
        oneTimeCode
        size="lg"
        gap="xs"
        placeholder=""
        value={props.value}
        error={props.isWrong}
        onChange={props.onChange}
        getInputProps={(index) => ({
          'aria-label': messages.code.digit(index + 1),
          style: { flex: '1 1 0', minWidth: 0 },
        })}
        styles={{
          root: { width: '100%' },
          pinInput: { width: '100%', minWidth: 0 },
          input: { padding: 0, textAlign: 'center' },
        }}
      />
    </Input.Wrapper>
  );
}

function wrongCode(error: ApiError): string | null {
  if (error.status !== 403) return null;
  const left = error.more['TriesLeft'];
  return messages.code.wrong(typeof left === 'number' ? left : null);
}
