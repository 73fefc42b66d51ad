/** Beginning a job whose result is fetched later, in the transaction that other nouns open for it. */
import { type Static, Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { type Job, addJob } from '../../platform/jobs/job.ts';
import type { Actor } from '../actor.ts';
import { type Json, insertAsyncJob } from './async-jobs.queries.ts';
import type { JobKind } from './kinds.ts';

export const AsyncJobPayload = Type.Object({ deploymentId: Type.Integer(), jobId: Type.Integer() });

/** The background side of a kind, made by defineAsyncJob. */
export type AsyncJob<Parameters extends Json, Given extends Deps = Deps> = Job<Given, typeof AsyncJobPayload> & {
  kind: JobKind;
  /** For the types alone: what startAsyncJob takes and the work gets. */
  parameters?: Parameters;
};

/** Whose turn it is: a step of the work, or who deletes the job, who thus gets in after the step that runs. */
export function jobLockName(jobId: number): string {
  return `async-job:${jobId}`;
}

/** Enqueues the work and returns the job's id, under which its status and result are found. */
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
