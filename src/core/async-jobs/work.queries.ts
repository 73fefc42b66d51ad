/** Queries of the worker about a running job. */
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { JsonTree } from './async-jobs.queries.ts';

export type JobKey = { deploymentId: number; jobId: number };

/** A processing job, as passed to its work. */
export type RunningJob<Parameters> = JobKey & {
  createdBy: number;
  parameters: Parameters;
  /** Aborted when the worker stops. */
  stopping?: AbortSignal | undefined;
};

/** The job, or undefined if it has ended. */
export async function findRunningJob<Parameters>(
  sql: Db,
  { deploymentId, jobId }: JobKey,
): Promise<RunningJob<Parameters> | undefined> {
  const [row] = await sql<{ createdBy: number; parameters: Parameters }[]>`
    select created_by as "createdBy", parameters from async_jobs
    where deployment_id = ${deploymentId} and job_id = ${jobId} and state = 'processing'`;
  return row === undefined ? undefined : { deploymentId, jobId, ...row };
}

/** Locks the job until the end of the transaction and reads its progress; undefined if it has ended. */
export async function lockProgress(
  tx: Tx,
  { deploymentId, jobId }: JobKey,
): Promise<{ progress: JsonTree | null } | undefined> {
  const [row] = await tx<{ progress: JsonTree | null }[]>`
    select progress from async_jobs
    where deployment_id = ${deploymentId} and job_id = ${jobId} and state = 'processing' for update`;
  return row;
}

export async function saveProgress(tx: Tx, { deploymentId, jobId }: JobKey, progress: JsonTree): Promise<void> {
  await tx`
    update async_jobs set progress = ${tx.json(progress)}
    where deployment_id = ${deploymentId} and job_id = ${jobId}`;
}

/** Ends a processing job, unless it was cancelled meanwhile. A failed job keeps only its error. */
export async function endJob(
  sql: Db,
  { deploymentId, jobId }: JobKey,
  end: { result: JsonTree } | { error: string },
  times: { finishedAt: Date; expiresAt: Date },
): Promise<void> {
  const result = 'result' in end ? sql.json(end.result) : null;
  const error = 'error' in end ? end.error : null;
  await sql`
    update async_jobs set state = ${error === null ? 'complete' : 'failed'}, result = ${result}, error = ${error},
      finished_at = ${times.finishedAt}, expires_at = ${times.expiresAt}, progress = null
      ${error === null ? sql`` : sql`, parameters = '{}'`}
    where deployment_id = ${deploymentId} and job_id = ${jobId} and state = 'processing'`;
}

/** Counts a failed attempt and returns the total. */
export async function countFailure(sql: Db, { deploymentId, jobId }: JobKey): Promise<number> {
  const [row] = await sql<{ failures: number }[]>`
    update async_jobs set failures = failures + 1
    where deployment_id = ${deploymentId} and job_id = ${jobId} returning failures`;
  return row?.failures ?? 0;
}
