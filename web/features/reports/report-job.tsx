import { Alert, Button, Progress, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { deleteJob, getJob } from '../../api/reports.ts';
import { reportMessages } from '../../messages/en/reports.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { showNotice } from '../shell/notice-list.ts';
import { describeGone } from './describe-gone.ts';
import { ReportResult } from './report-result.tsx';
import css from './reports.module.css';

const t = reportMessages.job;

/** The report in the address: in progress, failed, expired, or its result. */
export function ReportJob() {
  const { job } = useSearch({ strict: false });
  const jobId = Number(job);
  if (job === undefined || !Number.isSafeInteger(jobId)) return null;
  return (
    <section key={jobId} className={css.reportJob} aria-label={t.label}>
      <Job jobId={jobId} />
    </section>
  );
}

function Job({ jobId }: { jobId: number }) {
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['job', jobId],
    queryFn: () => getJob(jobId),
    refetchInterval: ({ state }) => (state.data !== undefined && isMaking(state.data) ? pauseAfter(state) : false),
  });
  const isDone = data !== undefined && !isMaking(data);
  useEffect(() => {
    if (isDone) void queries.invalidateQueries({ queryKey: ['jobs'] });
  }, [isDone, queries]);
  const remove = useRemove(jobId);
  if (error !== null) return <ProblemAlert error={error} known={describeGone} />;
  if (data === undefined) return <Skeleton height={80} />;
  if (!('IsComplete' in data)) return <Making remove={remove} />;
  if (data.Error !== undefined)
    return <Alert color="red" variant="outline" role="alert" title={t.failed(data.Error)} />;
  return (
    <ReportResult jobId={jobId} resultUri={data.Links.ResultUri}>
      <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate(t.removed)}>
        {t.remove}
      </Button>
      <ProblemAlert error={remove.error} known={describeGone} />
    </ReportResult>
  );
}

function Making({ remove }: { remove: ReturnType<typeof useRemove> }) {
  return (
    <>
      <p role="status">{t.creating}</p>
      <Progress value={100} animated my="sm" aria-label={t.label} />
      <ProblemAlert error={remove.error} known={describeGone} />
      <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate(t.cancelled)}>
        {t.cancel}
      </Button>
    </>
  );
}

const isMaking = (status: object) => !('IsComplete' in status);

// Most reports finish quickly. Long ones are polled at most every five seconds.
const pauseAfter = ({ dataUpdateCount }: { dataUpdateCount: number }) => Math.min(5000, 250 * 2 ** dataUpdateCount);

function useRemove(jobId: number) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (_text: string) => deleteJob(jobId),
    onSuccess: (_answer, text) => {
      showNotice({ kind: 'done', text });
      void queries.invalidateQueries({ queryKey: ['jobs'] });
      return navigate({ to: '.', search: (before) => ({ ...before, job: undefined }), replace: true });
    },
  });
}
