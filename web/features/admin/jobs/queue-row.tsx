import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { retryQueuedJob } from '../../../api/admin/jobs.ts';
import type { QueuedJob } from '../../../api/answers.ts';
import { jobMessages as t } from '../../../messages/en/admin-jobs.ts';
import { formatTime } from '../../../ui/format.ts';
import { problemText } from '../../../ui/problem-text.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import adminCss from '../admin.module.css';
import libraryCss from '../../library/library.module.css';
import sharingCss from '../../sharing/sharing.module.css';

/** One job of the queue: its state, and a button to retry it. */
export function QueueRow({ job }: { job: QueuedJob }) {
  const { Kind, IsShared, State, Attempts, MaxAttempts, LastError, NextRun, DateCreated, CanRetry } = job;
  return (
    <li className={libraryCss.placeRow}>
      <span className={libraryCss.placeWhat}>
        {t.kind(Kind)}
        <small>
          {Attempts > 0 ? `${t.attempts(Attempts, MaxAttempts)}, ` : null}
          {NextRun === null || Attempts === 0 ? (
            <>
              {t.created} <RelativeTime iso={DateCreated} />
            </>
          ) : (
            `${t.next} ${formatTime(NextRun)}`
          )}
        </small>
        {LastError === null ? null : <small className={adminCss.adminError}>{t.error(LastError)}</small>}
        {IsShared ? <small>{t.shared}</small> : null}
      </span>
      <span className={State === 'Failed' ? `${sharingCss.mark} ${sharingCss.isLoud}` : sharingCss.mark}>
        {t.states[State]}
      </span>
      {CanRetry ? <Retry job={job} /> : null}
    </li>
  );
}

function Retry({ job: { QueuedJobId, Kind } }: { job: QueuedJob }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => retryQueuedJob(QueuedJobId),
    onSuccess: () => showNotice({ kind: 'done', text: t.retried(t.kind(Kind)) }),
    onError: (error) => showNotice({ kind: 'failed', text: problemText(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin-queue'] }),
  });
  return (
    <Button
      variant="default"
      size="sm"
      aria-label={t.retryOf(t.kind(Kind), QueuedJobId)}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t.retry}
    </Button>
  );
}
