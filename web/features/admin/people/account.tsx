import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getPersonAccount, inviteAgain } from '../../../api/admin-people.ts';
import type { User, UserAccount } from '../../../api/answers.ts';
import { adminPeopleTexts } from '../../../texts/en/admin-people.ts';
import { printDate } from '../../../ui/format.ts';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import '../../document/document.css';

const said = adminPeopleTexts.account;

/** How somebody gets in and when they were last here; who has not come yet can be invited again. */
export function Account({ person }: { person: User }) {
  const { data, error } = useQuery({
    queryKey: ['account', person.UserId],
    queryFn: () => getPersonAccount(person.UserId),
  });
  if (data === undefined) return error === null ? <Skeleton height={150} /> : <ProblemAlert error={error} />;
  return (
    <div>
      <Facts account={data} since={person.DateCreated} />
      {data.HasPassword ? null : <InviteAgain person={person} />}
    </div>
  );
}

function Facts({ account, since }: { account: UserAccount; since: string }) {
  const { LastSeen, SessionCount, TokenCount, Groups } = account;
  return (
    <dl className="facts">
      <dt>{said.entry}</dt>
      <dd>{describeEntry(account)}</dd>
      <dt>{said.lastSeen}</dt>
      <dd>{LastSeen === null ? said.never : <RelativeTime iso={LastSeen} />}</dd>
      <dt>{said.sessions}</dt>
      <dd>{said.sessionCount(SessionCount)}</dd>
      <dt>{said.tokens}</dt>
      <dd>{TokenCount}</dd>
      <dt>{said.groups}</dt>
      <dd>{Groups.length === 0 ? said.noGroups : Groups.map(({ GroupName }) => GroupName).join(', ')}</dd>
      <dt>{said.since}</dt>
      <dd>{printDate(since)}</dd>
    </dl>
  );
}

function describeEntry({ HasPassword, InvitationExpiresOn: end }: UserAccount): string {
  if (HasPassword) return said.password;
  return end !== null && Date.parse(end) > Date.now() ? said.waiting(printDate(end)) : said.lost;
}

function InviteAgain({ person: { UserId, Email } }: { person: User }) {
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => inviteAgain(UserId),
    onSettled: () => queries.invalidateQueries({ queryKey: ['account', UserId] }),
    onSuccess: () => void showNotice({ kind: 'done', text: adminPeopleTexts.invited(Email) }),
  });
  return (
    <>
      <Button variant="default" size="compact-sm" loading={again.isPending} onClick={() => again.mutate()}>
        {adminPeopleTexts.inviteAgain}
      </Button>
      <ProblemAlert
        error={again.error}
        known={({ status }) => (status === 409 ? adminPeopleTexts.inviteWithPassword : null)}
      />
    </>
  );
}
