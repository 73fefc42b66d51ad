import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { retryQueuedJob } from '../../../api/admin/jobs.ts';
import type { QueuedJob } from '../../../api/answers.ts';
import { jobMessages as t } from '../../../messages/en/admin/jobs.ts';
import { formatTime } from '../../../ui/format.ts';
import { problemText } from '../../../ui/problem-text.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import adminCss from '../admin.module.css';
import sharingCss from '../../sharing/sharing.module.css';

/** Kind, state, attempts and time of a job. */
export const QUEUE_COLUMNS: Column<QueuedJob>[] = [
  {
    label: t.columns.job,
    isMain: true,
    cell: ({ Kind, LastError, IsShared }) => (
      <>
        {t.kind(Kind)}
        {LastError === null ? null : <small className={adminCss.adminError}>{t.error(LastError)}</small>}
        {IsShared ? <small>{t.shared}</small> : null}
      </>
    ),
  },
  {
    label: t.columns.state,
    cell: ({ State }) => (
      <span className={State === 'Failed' ? `${sharingCss.mark} ${sharingCss.isLoud}` : sharingCss.mark}>
        {t.states[State]}
      </span>
    ),
  },
  {
    label: t.columns.attempts,
    isNumber: true,
    cell: ({ Attempts, MaxAttempts }) => (Attempts === 0 ? '' : t.attempts(Attempts, MaxAttempts)),
  },
  { label: t.columns.created, cell: ({ DateCreated }) => <RelativeTime iso={DateCreated} /> },
  {
    label: t.columns.next,
    cell: ({ NextRun, Attempts }) => (NextRun === null || Attempts === 0 ? '' : formatTime(NextRun)),
  },
];

/** The button of a failed job. */
export const retryOf = (job: QueuedJob) => (job.CanRetry ? <Retry job={job} /> : null);

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
