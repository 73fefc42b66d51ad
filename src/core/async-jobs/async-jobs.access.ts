import type { Db } from '../../platform/db/connection.ts';
import { Problem, gone, notFound } from '../../platform/errors.ts';
import type { Actor } from '../actor.ts';
import { JOB_POLICY } from '../core.policy.ts';
import { assertParty } from '../policy.ts';
import { type AsyncJobRow, findAsyncJob } from './async-jobs.queries.ts';
import type { JobKind } from './kinds.ts';

/** The job with a client's id, for an operation: 404, 403, then 410 once its result is gone. */
export async function accessAsyncJob(
  sql: Db,
  actor: Actor,
  jobId: number,
  operation: keyof typeof JOB_POLICY,
  lock?: 'change',
): Promise<AsyncJobRow> {
  const job = await findAsyncJob(sql, actor, jobId, lock);
  if (job === undefined) throw notFound('job');
  const parties = { creator: job.createdBy === actor.userId, siteAdmin: actor.isSiteAdmin };
  assertParty<'creator' | 'siteAdmin'>(JOB_POLICY[operation], parties);
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
