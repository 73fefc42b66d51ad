import type { Sql } from '../../platform/db/connection.ts';
import { HEARTBEAT_TIMEOUT } from '../../platform/jobs/job.ts';
import { countWaiting } from '../../platform/jobs/waiting.ts';

export type Work = {
  jobs: number;
  mails: number;
  failedJobs: number;
  failedMails: number;
  /** Seconds since the oldest could have been started or sent. */
  jobsWait: number;
  mailsWait: number;
  workers: number;
};

// Index mails_queued, mails_failed.
export async function countWork(sql: Sql): Promise<Work> {
  const waiting = await countWaiting(sql);
  const [row] = await sql<Omit<Work, keyof typeof waiting>[]>`
    select jobs.*, mails.*,
      (select count(*) from worker_heartbeats where beat_at > now() - ${HEARTBEAT_TIMEOUT}::interval) as workers
    from (
      select count(*) filter (where attempts >= max_attempts) as "failedJobs",
        coalesce(extract(epoch from now() - min(run_at) filter (
          where attempts < max_attempts and locked_at is null and run_at < now())), 0)::float8 as "jobsWait"
      from graphile_worker.jobs
    ) as jobs, (
      select count(*) filter (where state = 'failed') as "failedMails",
        coalesce(extract(epoch from now() - min(created_at) filter (where state = 'queued')), 0)::float8 as "mailsWait"
      from mails where state in ('queued', 'failed')
    ) as mails`;
  const none = { failedJobs: 0, failedMails: 0, jobsWait: 0, mailsWait: 0, workers: 0 };
  return { ...waiting, ...(row ?? none) };
}
