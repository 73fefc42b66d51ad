import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { type LinkPurpose, setPassword } from '../../api/account.ts';
import { ApiError } from '../../api/client.ts';
import { messages } from '../../messages/en.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { AccountCard } from './account-card.tsx';
import { RequestReset } from './request-reset.tsx';
import { PasswordField } from './fields.tsx';

/** Where the link of an invitation leads. */
export function InvitationPage() {
  const token = useTokenInAddress();
  return <NewPassword key={token} purpose="invitation" token={token} />;
}

/** Where the link of a password reset leads, and where to ask for one. */
export function PasswordResetPage() {
  const token = useTokenInAddress();
  return token === '' ? <RequestReset /> : <NewPassword key={token} purpose="reset" token={token} />;
}

// In the fragment, which no server and no log ever sees. A link that is pasted into a tab that is here already changes that alone.
function useTokenInAddress(): string {
  return useLocation({ select: ({ hash }) => hash });
}

function NewPassword({ purpose, token }: { purpose: LinkPurpose; token: string }) {
  const t = messages.account.newPassword;
  const { title, explanation, submit } = messages.account[purpose];
  const [password, setText] = useState('');
  const change = useMutation({ mutationFn: () => setPassword(purpose, token, password) });
  const isGone = change.error instanceof ApiError && change.error.status === 410;
  if (change.isSuccess) {
    return (
      <AccountCard title={title} text={t.done} onSubmit={() => {}}>
        <Link to="/sign-in">{t.toSignIn}</Link>
      </AccountCard>
    );
  }
  return (
    <AccountCard title={title} text={explanation} onSubmit={() => change.mutate()}>
      <PasswordField isNew value={password} onChange={setText} />
      <ProblemAlert error={change.error} known={newPasswordProblem}>
        {isGone ? <Link to="/password-reset">{t.another}</Link> : null}
      </ProblemAlert>
      <Button type="submit" size="md" loading={change.isPending}>
        {submit}
      </Button>
    </AccountCard>
  );
}

// What the deployment asks of passwords stands in the details of the entries.
function newPasswordProblem({ status, more }: ApiError): string | null {
  if (status === 410) return messages.account.newPassword.gone;
  const entries = (more['errors'] ?? []) as { detail: string }[];
  return entries.length === 0 ? null : entries.map(({ detail }) => detail).join(' ');
}
