import type { Deps } from '../../platform/deps.ts';
import { invalidParameter } from '../../platform/errors.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { startAsyncJob } from '../../core/async-jobs/async-jobs.steps.ts';
import { findLastSeal } from './seals.queries.ts';
import { verificationJob } from './verification.jobs.ts';
import type { VerificationWish } from './verification.schema.ts';
import { parseNotedSeal } from './verify.ts';

/** Starts a verification of the actor's deployment and returns the job's id. 400 if the noted seal is malformed. */
export async function startVerification(deps: Deps, actor: Actor, { NotedSeal }: VerificationWish): Promise<number> {
  if (NotedSeal !== undefined && parseNotedSeal(NotedSeal) === undefined) {
    throw invalidParameter('NotedSeal', 'A seal is its number, a colon and 64 hexadecimal digits.');
  }
  return creation(deps.sql, actor, async (tx) => {
    const last = await findLastSeal(tx, actor.deploymentId);
    const parameters = { noted: NotedSeal ?? null, ofSeals: last?.number ?? 0 };
    const jobId = await startAsyncJob(tx, actor, verificationJob, parameters);
    await recordActivity(tx, actor, { type: 'VerificationStarted', contentName: 'Activity log', details: { jobId } });
    return jobId;
  });
}
