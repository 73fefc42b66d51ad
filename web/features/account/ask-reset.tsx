import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { askForReset } from '../../api/account.ts';
import { texts } from '../../texts/en.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { AccountCard } from './account-card.tsx';
import { EmailField } from './fields.tsx';

const said = texts.account.askReset;

/** Asks for a mail with a link that sets a new password. */
export function AskReset() {
  const [email, setEmail] = useState('');
  const request = useMutation({ mutationFn: () => askForReset(email) });
  return (
    <AccountCard title={said.title} text={said.explanation} onSubmit={() => request.mutate()}>
      <EmailField value={email} onChange={setEmail} />
      {request.isSuccess ? (
        <Alert variant="outline" role="status">
          {said.done(email)}
        </Alert>
      ) : null}
      <ProblemAlert error={request.error} />
      <Button type="submit" size="md" loading={request.isPending}>
        {said.submit}
      </Button>
      <Link to="/sign-in">{said.back}</Link>
    </AccountCard>
  );
}
