import { Alert, Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { changeSettings } from '../../../api/admin/settings.ts';
import { ApiError } from '../../../api/client.ts';
import { adminSignInMessages } from '../../../messages/en/admin/sign-in.ts';
import { signInOptionsQuery } from '../../../queries.ts';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { Confirm } from '../../sharing/confirm.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { Section } from './section.tsx';
import css from './sign-in.module.css';

const t = adminSignInMessages.passwords;

/** Turns passwords off and on. The server refuses to turn them off until a site admin has signed in with a provider. */
export function Passwords() {
  const { data } = useQuery(signInOptionsQuery);
  const [isAsking, setAsking] = useState(false);
  const change = useSwitch();
  if (data === undefined) return <Skeleton height={90} mt="xl" radius="lg" />;
  const { PasswordSignIn, Providers } = data;
  const isRefused = change.error instanceof ApiError && change.error.status === 403;
  return (
    <Section title={t.title} text={PasswordSignIn ? t.on : t.off}>
      <div className={css.passwords}>
        {PasswordSignIn && Providers.length === 0 ? <p>{t.noProvider}</p> : null}
        {isRefused ? <Refused providers={Providers} /> : <ProblemAlert error={change.error} />}
        <Button
          variant="default"
          disabled={PasswordSignIn && Providers.length === 0}
          loading={change.isPending}
          onClick={() => (PasswordSignIn ? setAsking(true) : change.mutate(true))}
        >
          {PasswordSignIn ? t.turnOff : t.turnOn}
        </Button>
      </div>
      {isAsking ? (
        <Confirm
          title={t.confirm.title}
          action={t.confirm.action}
          onConfirm={() => change.mutate(false)}
          onClose={() => setAsking(false)}
        >
          {t.confirm.text}
        </Confirm>
      ) : null}
    </Section>
  );
}

function Refused({ providers }: { providers: { ProviderId: number; Name: string }[] }) {
  return (
    <Alert color="red" variant="outline" role="alert">
      <p>{t.refused}</p>
      <p>
        {t.connectFirst} <Link to="/account">{t.account}</Link>
      </p>
      <ul>
        {providers.map(({ ProviderId, Name }) => (
          <li key={ProviderId}>
            <a href={`/sign-in/providers/${ProviderId}?back=/admin/sign-in`}>{t.signInWith(Name)}</a>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function useSwitch() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean) => changeSettings({ PasswordSignIn: isOn }),
    onSuccess: (_settings, isOn) => void showNotice({ kind: 'done', text: isOn ? t.turnedOn : t.turnedOff }),
    onSettled: () => {
      for (const key of ['settings', 'sign-in']) void queries.invalidateQueries({ queryKey: [key] });
    },
  });
}
