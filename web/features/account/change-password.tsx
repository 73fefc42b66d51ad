import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { changePassword } from '../../api/account.ts';
import type { ApiError } from '../../api/client.ts';
import { appTexts } from '../../texts/en/app.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { PasswordField } from './fields.tsx';

const said = appTexts.account;

/** Sets another password. */
export function ChangePassword() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useChange(() => {
    setCurrent('');
    setNext('');
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    change.mutate({ current, next });
  };
  return (
    <form onSubmit={submit} className="card account-form">
      <Stack>
        <PasswordInput
          label={said.current}
          required
          withAsterisk={false}
          size="md"
          autoComplete="current-password"
          value={current}
          onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
        />
        <PasswordField isNew value={next} onChange={setNext} />
        <ProblemAlert error={change.error} known={problem} />
        {change.isSuccess ? (
          <Alert variant="outline" role="status">
            {said.changed}
          </Alert>
        ) : null}
        <div>
          <Button type="submit" loading={change.isPending}>
            {said.change}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function useChange(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ current, next }: { current: string; next: string }) => changePassword(current, next),
    onSuccess: () => {
      onDone();
      return queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
}

// What the deployment asks of passwords stands in the details of the entries.
function problem({ status, more }: ApiError): string | null {
  if (status === 403) return said.wrong;
  const entries = (more['errors'] ?? []) as { detail: string }[];
  return entries.length === 0 ? null : entries.map(({ detail }) => detail).join(' ');
}
