import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../library/actions/run-all.ts';
import { showNotice } from '../../shell/notice-list.ts';
import { type JobKind, cancelJob, fetchResult, listJobsOf } from '../../../api/background-jobs.ts';

const POLL_MS = 1000;

/** A background job that the page starts and follows. */
export type BackgroundJob<Result> = {
  begin: (start: () => Promise<number>) => Promise<void>;
  /** The known progress of a running job. */
  running: { done: number } | null;
  cancel: () => Promise<void>;
  /** Undefined until the job has ended. */
  result: Result | undefined;
  error: Error | null;
};

/** The job of a kind that was started on this page, or still runs from an earlier visit. */
export function useBackgroundJob<Result>(kind: JobKind): BackgroundJob<Result> {
  const queries = useQueryClient();
  const [jobId, watch] = useState<number | null>(null);
  const { data: jobs = [] } = useQuery({
    queryKey: ['background-jobs', kind],
    queryFn: () => listJobsOf(kind),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((job) => !('IsComplete' in job)) ? POLL_MS : false),
  });
  const running = jobs.find((job) => !('IsComplete' in job));
  // A person who returns to the page sees the running job again.
  if (jobId === null && running !== undefined) watch(running.JobId);
  const isDone = jobs.some((job) => job.JobId === jobId && 'IsComplete' in job);
  const result = useQuery({
    queryKey: ['background-result', kind, jobId],
    queryFn: () => fetchResult<Result>(kind, jobId ?? 0),
    enabled: isDone,
    staleTime: Infinity,
    retry: false,
  });
  const look = () => queries.invalidateQueries({ queryKey: ['background-jobs', kind] });
  return {
    begin: async (start) => {
      watch(await start());
      await look();
    },
    running: running === undefined ? null : { done: 'Progress' in running ? (running.Progress ?? 0) : 0 },
    cancel: async () => {
      if (running === undefined) return;
      watch(null);
      await cancelJob(running.JobId).catch((failed: Error) =>
        showNotice({ kind: 'failed', text: describeFailure(failed) }),
      );
      await look();
    },
    result: result.data,
    error: result.error,
  };
}
