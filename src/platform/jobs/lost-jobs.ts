import type { WorkerEvents } from 'graphile-worker';
import type { Sql } from '../db/connection.ts';

/** Longer than the queue waits for the answer to any of its statements (queue-pool.ts). */
const TAKEN_FOR = '1 minute';

/**
 * Creates a check that releases jobs which this worker has taken, but does not run: the answer to the statement that took
 * them was lost. Returns their ids. A job is released by the second check that finds it, so that the end of a job can be
 * recorded first after the database was away.
 */
export function createLostJobCheck(
  sql: Sql,
  holder: string,
  isRunning: (jobId: number) => boolean,
): () => Promise<number[]> {
  let suspected: number[] = [];
  return async () => {
    const taken = await sql<{ id: number }[]>`
      select id from graphile_worker.jobs
      where locked_by = ${holder} and locked_at < now() - ${TAKEN_FOR}::interval`;
    const missing = taken.map(({ id }) => id).filter((id) => !isRunning(id));
    const lost = missing.filter((id) => suspected.includes(id));
    suspected = missing;
    if (lost.length > 0) {
      await sql`
        update graphile_worker._private_jobs set locked_by = null, locked_at = null
        where id = any(${lost}::bigint[]) and locked_by = ${holder}`;
    }
    return lost;
  };
}

/** Whether a job is running in the queue that reports `events`, from now on. */
export function trackRunningJobs(events: WorkerEvents): (jobId: number) => boolean {
  const running = new Set<number>();
  events.on('job:start', ({ job }) => void running.add(Number(job.id)));
  events.on('job:complete', ({ job }) => void running.delete(Number(job.id)));
  return (jobId) => running.has(jobId);
}
