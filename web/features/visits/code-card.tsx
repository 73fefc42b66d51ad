import { Button, Input, PinInput, Stack, Text, Title } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { ApiError } from '../../api/client.ts';
import { unlockByCode } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { Card } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ResendButton } from './resend-button.tsx';
import { useUnlocked } from './use-unlocked.ts';
import { useVisit } from './visit-context.ts';

const CODE_LENGTH = 6;

/** An ellipsis with a word joiner: a masked address is not broken behind its ellipsis. */
const KEPT_ELLIPSIS = '…\u2060';

type CodeCardProps = {
  /** False if the last code was used or has expired. */
  isSent: boolean;
  canResendAt: string | null;
  address: string;
  /** The address that the visitor entered; null for a personal link. */
  email: string | null;
};

/** Asks for the code that was sent to the address. */
export function CodeCard({ isSent, canResendAt, address, email }: CodeCardProps) {
  const { value, enter, unlock } = useCode(email);
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
          <Text style={{ overflowWrap: 'anywhere' }}>
            {email === null
              ? messages.code[isSent ? 'sent' : 'needsNew'](address.replace('…', KEPT_ELLIPSIS))
              : messages.code.sentIfAllowed(address)}
          </Text>
          <CodeBoxes value={value} onChange={enter} isWrong={unlock.isError} />
          <ProblemAlert error={unlock.error} known={wrongCode} />
          <Button type="submit" size="md" loading={unlock.isPending} disabled={value.length < CODE_LENGTH}>
            {messages.code.submit}
          </Button>
          <ResendButton isSent={isSent} canResendAt={canResendAt} email={email} />
        </Stack>
      </form>
    </Card>
  );
}

// A complete code is submitted at once. An incorrect one clears the boxes.
function useCode(email: string | null) {
  const { link } = useVisit();
  const [value, setValue] = useState('');
  const onSuccess = useUnlocked();
  const unlock = useMutation({
    mutationFn: (code: string) => unlockByCode(link, code, email),
    onSuccess,
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
          enterKeyHint: 'done',
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
