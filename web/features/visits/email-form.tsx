import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconMailQuestion } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { requestCode } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { Card } from '../../ui/page.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { CodeCard } from './code-card.tsx';
import { useVisit } from './visit-context.ts';

const t = messages.code.email;

/** Asks for an address in one of the allowed domains, then for the code that was sent there. */
export function EmailForm() {
  const { link, visit } = useVisit();
  const [email, setEmail] = useState('');
  const request = useMutation({ mutationFn: () => requestCode(link, email) });
  if (request.data !== undefined) {
    return <CodeCard isSent canResendAt={request.data.CanResendAt} address={email} email={email} />;
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (email !== '') request.mutate();
  };
  return (
    <Card>
      <form onSubmit={submit} noValidate>
        <Stack>
          <IconMailQuestion size={40} stroke={1.5} aria-hidden />
          <Title order={1} size="h2">
            {t.title}
          </Title>
          <Text>{t.text(visit.SharedBy.Name)}</Text>
          <TextInput
            label={t.label}
            type="email"
            autoComplete="email"
            enterKeyHint="send"
            size="md"
            value={email}
            error={request.isError ? <span role="alert">{problemText(request.error)}</span> : null}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" size="md" loading={request.isPending}>
            {t.submit}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
