/** Starts a job whose result is fetched later, in the transaction of another noun. */
import { type Static, Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { type Job, addJob } from '../../platform/jobs/job.ts';
import type { Actor } from '../actor.ts';
import { type Json, insertAsyncJob } from './async-jobs.queries.ts';
import type { JobKind } from './kinds.ts';

export const AsyncJobPayload = Type.Object({ deploymentId: Type.Integer(), jobId: Type.Integer() });

/** The background half of a job kind, made by defineAsyncJob. */
export type AsyncJob<Parameters extends Json, Given extends Deps = Deps> = Job<Given, typeof AsyncJobPayload> & {
  kind: JobKind;
  /** Type-level only: the parameters of startAsyncJob and of the work. */
  parameters?: Parameters;
};

/**
 * The lock that serializes the steps of a job and its deletion. Locks are granted in order, so a deletion gets in after
 * the current step.
 */
export function jobLockName(jobId: number): string {
  return `async-job:${jobId}`;
}

/** Enqueues the work and returns the job's id, which identifies its status and result. */
export async function startAsyncJob<Parameters extends Json>(
  tx: Tx,
  actor: Actor,
  job: AsyncJob<Parameters>,
  parameters: Parameters,
): Promise<number> {
  const jobId = await insertAsyncJob(tx, actor, job.kind, parameters);
  const payload: Static<typeof AsyncJobPayload> = { deploymentId: actor.deploymentId, jobId };
  await addJob(tx, job, payload);
  return jobId;
}
