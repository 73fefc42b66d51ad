import { Alert, Button, Checkbox, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { changePassword } from '../../api/account.ts';
import type { ApiError } from '../../api/client.ts';
import { appMessages } from '../../messages/en/app.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { PasswordField } from './fields.tsx';
import pageCss from '../../ui/page.module.css';
import shellCss from '../shell/shell.module.css';

const t = appMessages.account;

/** Changes the password, and on request revokes the API tokens. */
export function ChangePassword() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [revokesTokens, setRevokes] = useState(false);
  const change = useChange(() => {
    setCurrent('');
    setNext('');
    setRevokes(false);
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    change.mutate({ current, next, revokesTokens });
  };
  return (
    <form onSubmit={submit} className={`${pageCss.card} ${shellCss.accountForm}`}>
      <Stack>
        <PasswordField label={t.current} value={current} onChange={setCurrent} />
        <PasswordField isNew value={next} onChange={setNext} />
        <Checkbox
          label={t.revokeTokens}
          description={t.revokeTokensHint}
          checked={revokesTokens}
          onChange={({ currentTarget }) => setRevokes(currentTarget.checked)}
        />
        <ProblemAlert error={change.error} known={problem} />
        {change.isSuccess ? (
          <Alert variant="outline" role="status">
            {t.changed}
          </Alert>
        ) : null}
        <div>
          <Button type="submit" loading={change.isPending}>
            {t.change}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function useChange(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: changePassword,
    onSuccess: async () => {
      onDone();
      await queries.invalidateQueries({ queryKey: ['sessions'] });
      await queries.invalidateQueries({ queryKey: ['tokens'] });
    },
  });
}

// The entries of the problem explain why the new password was refused.
function problem({ status, more }: ApiError): string | null {
  if (status === 403) return t.wrong;
  const entries = (more['errors'] ?? []) as { detail: string }[];
  return entries.length === 0 ? null : entries.map(({ detail }) => detail).join(' ');
}
