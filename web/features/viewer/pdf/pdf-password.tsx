import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { viewerMessages } from '../../../messages/en/viewer/viewer.ts';

const t = viewerMessages.password;

/** Asks for the password of a PDF. It stays in the browser. */
export function PdfPassword({ unlock, isWrong }: { unlock: (password: string) => void; isWrong: boolean }) {
  const [password, setPassword] = useState('');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    unlock(password);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" p="md" maw={360} mx="auto">
        <Text fw={550}>{t.title}</Text>
        <PasswordInput
          label={t.label}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={isWrong ? t.wrong : null}
          autoComplete="off"
          enterKeyHint="go"
        />
        <Button type="submit" disabled={password === ''}>
          {t.open}
        </Button>
      </Stack>
    </form>
  );
}
