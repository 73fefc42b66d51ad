import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { retryQueuedJob } from '../../../api/admin-jobs.ts';
import type { QueuedJob } from '../../../api/answers.ts';
import { jobTexts as said } from '../../../texts/en/admin-jobs.ts';
import { printTime } from '../../../ui/format.ts';
import { problemText } from '../../../ui/problem-text.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { showNotice } from '../../shell/notice-list.ts';

/** One job of the queue: how it fares, and a way to try it again. */
export function QueueRow({ job }: { job: QueuedJob }) {
  const { Kind, IsShared, State, Attempts, MaxAttempts, LastError, NextRun, DateCreated, CanRetry } = job;
  return (
    <li className="place-row">
      <span className="place-what">
        {said.kind(Kind)}
        <small>
          {Attempts > 0 ? `${said.attempts(Attempts, MaxAttempts)}, ` : null}
          {NextRun === null || Attempts === 0 ? (
            <>
              {said.created} <RelativeTime iso={DateCreated} />
            </>
          ) : (
            `${said.next} ${printTime(NextRun)}`
          )}
        </small>
        {LastError === null ? null : <small className="admin-error">{said.error(LastError)}</small>}
        {IsShared ? <small>{said.shared}</small> : null}
      </span>
      <span className={State === 'Failed' ? 'mark is-loud' : 'mark'}>{said.states[State]}</span>
      {CanRetry ? <Retry job={job} /> : null}
    </li>
  );
}

function Retry({ job: { QueuedJobId, Kind } }: { job: QueuedJob }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => retryQueuedJob(QueuedJobId),
    onSuccess: () => showNotice({ kind: 'done', text: said.retried(said.kind(Kind)) }),
    onError: (error) => showNotice({ kind: 'failed', text: problemText(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin-queue'] }),
  });
  return (
    <Button
      variant="default"
      size="sm"
      aria-label={said.retryOf(said.kind(Kind), QueuedJobId)}
      loading={isPending}
      onClick={() => mutate()}
    >
      {said.retry}
    </Button>
  );
}
