import { Alert, Button, Stack, Title } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { Identity } from '../../api/answers.ts';
import { connectIdentity, disconnectIdentity, listIdentities } from '../../api/sign-in/identities.ts';
import { identityMessages as t } from '../../messages/en/sign-in/identities.ts';
import { signInOptionsQuery } from '../../queries.ts';
import { formatTime } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import css from '../library/library.module.css';
import accountCss from './account.module.css';
import shellCss from '../shell/shell.module.css';

/** The person's accounts at identity providers. Hidden if the deployment has no provider. */
export function Identities() {
  const { data: identities = [] } = useQuery({ queryKey: ['identities'], queryFn: listIdentities });
  const { data: ways } = useQuery(signInOptionsQuery);
  const connected = new Set(identities.map(({ ProviderId }) => ProviderId));
  const others = (ways?.Providers ?? []).filter(({ ProviderId }) => !connected.has(ProviderId));
  if (identities.length === 0 && others.length === 0) return null;
  return (
    <>
      <Title order={2} size="h4" className={shellCss.sectionTitle}>
        {t.title}
      </Title>
      <Stack>
        <p className={accountCss.accountHint}>{t.text}</p>
        <LinkFailure />
        <IdentityList identities={identities} />
        {others.map(({ ProviderId, Name }) => (
          <Connect key={ProviderId} providerId={ProviderId} name={Name} />
        ))}
      </Stack>
    </>
  );
}

function LinkFailure() {
  const { failure } = useSearch({ strict: false });
  if (failure === undefined) return null;
  const { Taken, Denied, other } = t.failures;
  return (
    <Alert color="red" variant="outline" role="alert">
      {failure === 'Taken' ? Taken : failure === 'Denied' ? Denied : other}
    </Alert>
  );
}

function IdentityList({ identities }: { identities: Identity[] }) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['identities'] });
  const end = useMutation({ mutationFn: disconnectIdentity, onSettled: refresh });
  if (identities.length === 0) return null;
  return (
    <>
      <ul className={css.placeList}>
        {identities.map(({ IdentityId, Name, Email, DateCreated }) => (
          <li key={IdentityId} className={css.placeRow}>
            <IconPlugConnected size={26} stroke={1.5} aria-hidden />
            <span className={css.placeWhat}>
              {Name}
              <small>{t.connected(Email, formatTime(DateCreated))}</small>
            </span>
            <Button
              variant="default"
              size="sm"
              aria-label={t.disconnectOf(Name)}
              loading={end.isPending}
              onClick={() => end.mutate(IdentityId)}
            >
              {t.disconnect}
            </Button>
          </li>
        ))}
      </ul>
      <ProblemAlert error={end.error} known={({ status }) => (status === 409 ? t.last : null)} />
    </>
  );
}

function Connect({ providerId, name }: { providerId: number; name: string }) {
  const begin = useMutation({
    mutationFn: () => connectIdentity(providerId),
    onSuccess: ({ Uri }) => window.location.assign(Uri),
  });
  return (
    <Stack gap="sm" align="start">
      <ProblemAlert error={begin.error} known={({ status }) => messageOf(status)} />
      <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
        {t.connect(name)}
      </Button>
    </Stack>
  );
}

function messageOf(status: number): string | null {
  return status === 503 ? t.unavailable : null;
}
