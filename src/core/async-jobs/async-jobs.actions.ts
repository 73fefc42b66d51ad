import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { waitForTurn } from '../../platform/db/locks.ts';
import { recordActivity } from '../activity/activity.queries.ts';
import type { Actor } from '../actor.ts';
import { accessAsyncJob } from './async-jobs.access.ts';
import { jobLockName } from './async-jobs.steps.ts';
import { markDeleted } from './async-jobs.queries.ts';
import { removeFilesOf } from './files.steps.ts';

/** Deletes a job with its result. A running job stops: no work is done after this returns. */
export async function deleteAsyncJob(deps: Deps, actor: Actor, jobId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    await waitForTurn(tx, jobLockName(jobId));
    const { kind, state } = await accessAsyncJob(tx, actor, jobId, 'Delete', 'change');
    await markDeleted(tx, actor, jobId);
    await recordActivity(tx, actor, { type: 'JobDeleted', contentName: kind, details: { jobId, state } });
    await removeFilesOf(tx, { deploymentId: actor.deploymentId, jobId });
  });
}
