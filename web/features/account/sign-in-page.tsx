import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { signIn } from '../../api/account.ts';
import { messages } from '../../messages/en.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { AccountCard } from './account-card.tsx';
import { EmailField, PasswordField } from './fields.tsx';

const t = messages.account.signIn;

/** Sign-in with email and password. */
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
    <AccountCard title={t.title} {...(back === undefined ? {} : { text: t.back })} onSubmit={() => start.mutate()}>
      <EmailField value={email} onChange={setEmail} />
      <PasswordField value={password} onChange={setPassword} />
      <ProblemAlert error={start.error} known={({ status }) => (status === 401 || status === 403 ? t.wrong : null)} />
      <Button type="submit" size="md" loading={start.isPending}>
        {t.submit}
      </Button>
      <Link to="/password-reset">{t.forgot}</Link>
    </AccountCard>
  );
}

// A path within the app, except this page, that no browser takes for another site.
function placeOf(back: string | undefined): string {
  return back !== undefined && /^\/(?![/\\]|sign-in)/.test(back) ? back : '/';
}
