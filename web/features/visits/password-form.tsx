import { Button, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { unlockByPassword } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { Card } from '../../ui/page.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { useUnlocked } from './use-unlocked.ts';
import { useVisit } from './visit-context.ts';

/** Asks for the password of a share. */
export function PasswordForm() {
  const { link, visit } = useVisit();
  const [password, setPassword] = useState('');
  const onSuccess = useUnlocked();
  const unlock = useMutation({
    mutationFn: () => unlockByPassword(link, password),
    onSuccess,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (password !== '') unlock.mutate();
  };
  const wrong = problemText(unlock.error, ({ status }) => (status === 403 ? messages.password.wrong : null));
  return (
    <Card>
      <form onSubmit={submit}>
        <Stack>
          <IconLock size={40} stroke={1.5} aria-hidden />
          <Title order={1} size="h2">
            {messages.password.title}
          </Title>
          <Text>{messages.password.explanation(visit.SharedBy.Name)}</Text>
          <PasswordInput
            label={messages.password.label}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            error={unlock.isError ? <span role="alert">{wrong}</span> : null}
            autoComplete="off"
            enterKeyHint="go"
            size="md"
            data-autofocus
          />
          <Button type="submit" size="md" loading={unlock.isPending}>
            {messages.password.submit}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
