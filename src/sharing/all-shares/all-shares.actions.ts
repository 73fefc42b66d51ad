import type { Deps } from '../../platform/deps.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { startAsyncJob } from '../../core/async-jobs/async-jobs.steps.ts';
import type { ShareFilter } from './share-filter.queries.ts';
import { revokeSharesJob } from './all-shares.jobs.ts';
import { lastShareId } from './all-shares.queries.ts';

/** Starts revoking the links that match now, and returns the job's id. Later links stay. */
export async function startRevokingShares(deps: Deps, actor: Actor, filter: ShareFilter): Promise<number> {
  return creation(deps.sql, actor, async (tx) => {
    const lastId = await lastShareId(tx, actor.deploymentId);
    await recordActivity(tx, actor, { type: 'RevocationStarted', contentName: 'Links', details: filter });
    return startAsyncJob(tx, actor, revokeSharesJob, { ...filter, asOf: actor.now.toISOString(), lastId });
  });
}
