import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import { runJobNow } from '../../platform/jobs/job.ts';
import { recordActivity } from '../activity/activity.queries.ts';
import type { Actor } from '../actor.ts';
import { lockJob } from './queue.queries.ts';

/** Runs a failed job of the deployment again. 403 for an instance-wide job, 409 if it has not failed. */
export async function retryQueuedJob(deps: Deps, actor: Actor, jobId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const job = await lockJob(tx, actor.deploymentId, jobId);
    if (job === undefined) throw notFound('job');
    if (job.isShared) throw forbidden('This job is scheduled for all deployments and cannot be retried.');
    if (job.state !== 'Failed') throw conflict('This job has not failed.');
    await runJobNow(tx, jobId);
    await recordActivity(tx, actor, { type: 'JobRetried', contentName: job.kind, details: { queuedJobId: jobId } });
  });
}
