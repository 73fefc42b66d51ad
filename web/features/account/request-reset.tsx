import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { requestPasswordReset } from '../../api/account.ts';
import { askResetMessages as t } from '../../messages/en/sign-in/ask-reset.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { AccountCard } from './account-card.tsx';
import { EmailField } from './fields.tsx';

/** Requests an email with a link that sets a new password. */
export function RequestReset() {
  const [email, setEmail] = useState('');
  const request = useMutation({ mutationFn: () => requestPasswordReset(email) });
  return (
    <AccountCard title={t.title} text={t.explanation} onSubmit={() => request.mutate()}>
      <EmailField value={email} onChange={setEmail} />
      {request.isSuccess ? (
        <Alert variant="outline" role="status">
          {t.done(email)}
        </Alert>
      ) : null}
      <ProblemAlert error={request.error} />
      <Button type="submit" size="md" loading={request.isPending}>
        {t.submit}
      </Button>
      <Link to="/sign-in">{t.back}</Link>
    </AccountCard>
  );
}
