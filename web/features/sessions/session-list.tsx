import { Skeleton, Stack } from '@mantine/core';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Session } from '../../api/answers.ts';
import { endSession, listSessions } from '../../api/sign-in/sessions.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { SessionRow } from './session-row.tsx';
import css from '../library/library.module.css';

type Props = {
  userId: number;
  /** Below the list. */
  children: (sessions: Session[]) => ReactNode;
};

/** The sessions of a person, each with a button that ends it. */
export function SessionList({ userId, children }: Props) {
  const { data, error } = useSessions(userId);
  const refresh = useRefresh();
  const end = useMutation({
    mutationFn: (sessionId: number) => endSession(userId, sessionId),
    onSettled: refresh,
  });
  if (data === undefined) return error === null ? <Skeleton height={60} /> : <ProblemAlert error={error} />;
  return (
    <Stack>
      <ul className={css.placeList}>
        {data.map((session) => (
          <SessionRow
            key={session.SessionId}
            session={session}
            isBusy={end.isPending && end.variables === session.SessionId}
            onEnd={() => end.mutate(session.SessionId)}
          />
        ))}
      </ul>
      <ProblemAlert error={end.error} />
      {children(data)}
    </Stack>
  );
}

/** Fetches the lists of sessions again, and the accounts, which contain their number. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: ['sessions'] });
    await queries.invalidateQueries({ queryKey: ['account'] });
  };
}

function useSessions(userId: number): UseQueryResult<Session[]> {
  return useQuery({ queryKey: ['sessions', userId], queryFn: () => listSessions(userId) });
}
