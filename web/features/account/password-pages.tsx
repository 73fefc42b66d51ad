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

/** The page that an invitation links to. */
export function InvitationPage() {
  const token = useTokenInAddress();
  return <NewPassword key={token} purpose="invitation" token={token} />;
}

/** The page that a password reset links to, and the form that requests one. */
export function PasswordResetPage() {
  const token = useTokenInAddress();
  return token === '' ? <RequestReset /> : <NewPassword key={token} purpose="reset" token={token} />;
}

// The token is in the fragment, which servers and logs never receive. Pasting another link into this tab changes only the
// fragment.
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

// The details of the entries name the password rules of the deployment.
function newPasswordProblem({ status, more }: ApiError): string | null {
  if (status === 410) return messages.account.newPassword.gone;
  const entries = (more['errors'] ?? []) as { detail: string }[];
  return entries.length === 0 ? null : entries.map(({ detail }) => detail).join(' ');
}
