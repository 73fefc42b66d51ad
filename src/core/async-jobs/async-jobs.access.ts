import type { Db } from '../../platform/db/connection.ts';
import { Problem, forbidden, gone, notFound } from '../../platform/errors.ts';
import type { Actor } from '../actor.ts';
import { type AsyncJobRow, findAsyncJob } from './async-jobs.queries.ts';
import type { JobKind } from './kinds.ts';

/** The job for reading its status: 404; 403 except for its creator and site admins; 410 once its result is gone. */
export async function accessAsyncJob(sql: Db, actor: Actor, jobId: number): Promise<AsyncJobRow> {
  const job = await findAsyncJob(sql, actor, jobId);
  if (job === undefined) throw notFound('job');
  if (job.createdBy !== actor.userId && !actor.isSiteAdmin) throw forbidden('This job was started by somebody else.');
  assertThere(job);
  return job;
}

/** The job for deleting it: 403 except for its creator (docs/api/async-jobs.md#canceling-and-deleting). */
export async function accessOwnAsyncJob(sql: Db, actor: Actor, jobId: number): Promise<AsyncJobRow> {
  const job = await findAsyncJob(sql, actor, jobId, 'change');
  if (job === undefined) throw notFound('job');
  if (job.createdBy !== actor.userId) throw forbidden('Only the creator of a job can delete it.');
  assertThere(job);
  return job;
}

/**
 * The finished job of a kind for its result, or undefined while it is processing. The kind checks who may access it.
 * 410 once it is gone, 500 with its error if it failed. `unknown` is the kind's error for an unknown id.
 */
export async function accessResult(
  sql: Db,
  actor: Actor,
  kind: JobKind,
  jobId: number,
  unknown: Problem,
): Promise<AsyncJobRow | undefined> {
  const job = await findAsyncJob(sql, actor, jobId);
  if (job === undefined || job.kind !== kind) throw unknown;
  assertThere(job);
  if (job.state === 'failed') throw new Problem('/internal_error', job.error ?? 'The job failed.');
  return job.state === 'processing' ? undefined : job;
}

function assertThere(job: AsyncJobRow): void {
  if (job.isGone) throw gone('The job was deleted, or its result has expired.');
}
