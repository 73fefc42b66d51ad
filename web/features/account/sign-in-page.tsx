import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { signIn } from '../../api/account.ts';
import { texts } from '../../texts/en.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { AccountCard } from './account-card.tsx';
import { EmailField, PasswordField } from './fields.tsx';

const said = texts.account.signIn;

/** Signing in with address and password. */
export function SignInPage() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { back } = useSearch({ strict: false });
  const router = useRouter();
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: () => signIn(email, password),
    onSuccess: async () => {
      queries.clear();
      router.history.replace(placeOf(back));
    },
  });
  return (
    <AccountCard
      title={said.title}
      {...(back === undefined ? {} : { text: said.back })}
      onSubmit={() => start.mutate()}
    >
      <EmailField value={email} onChange={setEmail} />
      <PasswordField value={password} onChange={setPassword} />
      <ProblemAlert
        error={start.error}
        known={({ status }) => (status === 401 || status === 403 ? said.wrong : null)}
      />
      <Button type="submit" size="md" loading={start.isPending}>
        {said.submit}
      </Button>
      <Link to="/password-reset">{said.forgot}</Link>
    </AccountCard>
  );
}

// A place within the app, not this page itself, and nothing that a browser would take for another site.
function placeOf(back: string | undefined): string {
  return back !== undefined && /^\/(?![/\\]|sign-in)/.test(back) ? back : '/';
}
