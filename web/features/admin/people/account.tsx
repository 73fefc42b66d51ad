import { Button, Group, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getPersonAccount, inviteAgain } from '../../../api/admin/people.ts';
import type { User, UserAccount } from '../../../api/answers.ts';
import { adminPeopleMessages } from '../../../messages/en/admin/people.ts';
import { formatDate } from '../../../ui/format.ts';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { PersonSessions } from '../../sessions/person-sessions.tsx';
import { ResetFactors } from './reset-factors.tsx';
import css from '../../document/document.module.css';

const t = adminPeopleMessages.account;

/** How a person signs in, when they were last active, and a button to resend a pending invitation. */
export function Account({ person }: { person: User }) {
  const { data, error } = useQuery({
    queryKey: ['account', person.UserId],
    queryFn: () => getPersonAccount(person.UserId),
  });
  if (data === undefined) return error === null ? <Skeleton height={150} /> : <ProblemAlert error={error} />;
  return (
    <div>
      <Facts account={data} since={person.DateCreated} />
      {data.HasPassword || data.IsDeactivated || data.Providers.length > 0 ? null : <InviteAgain person={person} />}
      <Group gap="xs">
        {data.SessionCount === 0 ? null : <PersonSessions person={person} />}
        {data.HasSecondFactor ? <ResetFactors person={person} /> : null}
      </Group>
    </div>
  );
}

function Facts({ account, since }: { account: UserAccount; since: string }) {
  const { LastSeen, SessionCount, TokenCount, Groups, ManagedBy } = account;
  return (
    <dl className={css.facts}>
      <dt>{t.entry}</dt>
      <dd>{describeEntry(account)}</dd>
      {ManagedBy === null ? null : (
        <>
          <dt>{t.managedBy}</dt>
          <dd>{ManagedBy}</dd>
        </>
      )}
      <dt>{t.lastSeen}</dt>
      <dd>{LastSeen === null ? t.never : <RelativeTime iso={LastSeen} />}</dd>
      <dt>{t.sessions}</dt>
      <dd>{t.sessionCount(SessionCount)}</dd>
      <dt>{t.tokens}</dt>
      <dd>{TokenCount}</dd>
      <dt>{t.groups}</dt>
      <dd>{Groups.length === 0 ? t.noGroups : Groups.map(({ GroupName }) => GroupName).join(', ')}</dd>
      <dt>{t.since}</dt>
      <dd>{formatDate(since)}</dd>
    </dl>
  );
}

function describeEntry(account: UserAccount): string {
  const { HasPassword, HasSecondFactor, IsDeactivated, Providers, InvitationExpiresOn: end } = account;
  if (IsDeactivated) return t.deactivated;
  const names = Providers.join(', ');
  if (HasPassword) {
    const entry = HasSecondFactor ? t.twoSteps : t.password;
    return names === '' ? entry : t.both(entry, names);
  }
  if (names !== '') return t.providers(names);
  return end !== null && Date.parse(end) > Date.now() ? t.waiting(formatDate(end)) : t.lost;
}

function InviteAgain({ person: { UserId, Email } }: { person: User }) {
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => inviteAgain(UserId),
    onSettled: () => queries.invalidateQueries({ queryKey: ['account', UserId] }),
    onSuccess: () => void showNotice({ kind: 'done', text: adminPeopleMessages.invited(Email) }),
  });
  return (
    <>
      <Button variant="default" size="compact-sm" loading={again.isPending} onClick={() => again.mutate()}>
        {adminPeopleMessages.inviteAgain}
      </Button>
      <ProblemAlert
        error={again.error}
        known={({ status }) => (status === 409 ? adminPeopleMessages.inviteWithPassword : null)}
      />
    </>
  );
}
