import { Button, Skeleton, Stack } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, endSession, listSessions } from '../../api/account.ts';
import type { Session } from '../../api/answers.ts';
import { appMessages } from '../../messages/en/app.ts';
import { formatTime } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import css from '../library/library.module.css';

const t = appMessages.account;

/** The person's sessions, with buttons that end them. */
export function Sessions() {
  const queries = useQueryClient();
  const { data, error } = useQuery({ queryKey: ['sessions'], queryFn: listSessions });
  const refresh = () => queries.invalidateQueries({ queryKey: ['sessions'] });
  const end = useMutation({ mutationFn: endSession, onSettled: refresh });
  const endOthers = useMutation({ mutationFn: endOtherSessions, onSettled: refresh });
  if (data === undefined) return error === null ? <Skeleton height={60} /> : <ProblemAlert error={error} />;
  return (
    <Stack>
      <ul className={css.placeList}>
        {data.map((session) => (
          <SessionRow key={session.SessionId} session={session} onEnd={() => end.mutate(session.SessionId)} />
        ))}
      </ul>
      <ProblemAlert error={end.error ?? endOthers.error} />
      {data.length > 1 ? (
        <div>
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t.endAll}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const agent = browserOf(session.UserAgent) ?? t.unknown;
  return (
    <li className={css.placeRow}>
      <IconDeviceDesktop size={26} stroke={1.5} aria-hidden />
      <span className={css.placeWhat}>
        {session.IsCurrent ? `${t.here} (${agent})` : agent}
        <small>{t.used(formatTime(session.LastUsed), session.Address)}</small>
      </span>
      {session.IsCurrent ? null : (
        <Button variant="default" size="sm" aria-label={t.endOf(agent)} onClick={onEnd}>
          {t.end}
        </Button>
      )}
    </li>
  );
}

const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

// User agent strings contain the names of other browsers, so the order above matters.
function browserOf(agent: string | null): string | null {
  if (agent === null) return null;
  const find = (names: readonly (readonly [string, string])[]) => names.find(([mark]) => agent.includes(mark))?.[1];
  const parts = [find(BROWSERS), find(SYSTEMS)].filter((part) => part !== undefined);
  return parts.length === 0 ? agent.slice(0, 60) : parts.join(', ');
}
