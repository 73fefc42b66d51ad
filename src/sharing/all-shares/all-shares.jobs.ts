/** Revokes many links in batches, each in one transaction with its count. */
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { defineAsyncJob, jobStep } from '../../core/async-jobs/work.ts';
import type { RunningJob } from '../../core/async-jobs/work.queries.ts';
import type { ShareFilter } from './share-filter.queries.ts';
import { listNextIds } from './all-shares.queries.ts';
import { listRevocable, lockShares } from '../shares/revocable.queries.ts';
import { revokeShares } from '../shares/shares.steps.ts';

const BATCH = 500;

/** `asOf` determines which links have expired; `lastId`: the newest share when the job started. */
export type RevokeSharesParameters = ShareFilter & { asOf: string; lastId: number };

type Revocation = RunningJob<RevokeSharesParameters>;
/** Every share up to `passedId` was checked. */
type Progress = { passedId: number; revoked: number };

const START: Progress = { passedId: 0, revoked: 0 };

/** Revokes every matching link, including links to items in the trash, which nobody else could revoke. */
export const revokeSharesJob = defineAsyncJob<RevokeSharesParameters>('revoke-shares', async (deps, revocation) => {
  let progress: Progress | undefined = START;
  while (progress !== undefined && progress.passedId < revocation.parameters.lastId) {
    progress = await jobStep(deps, revocation, START, (tx, so) => revokeSome(deps, tx, revocation, so));
  }
  return progress === undefined ? undefined : { SharesRevoked: progress.revoked };
});

async function revokeSome(deps: Deps, tx: Tx, revocation: Revocation, progress: Progress): Promise<Progress> {
  const { deploymentId, createdBy: userId } = revocation;
  const { asOf, lastId, ...filter } = revocation.parameters;
  const span = { deploymentId, after: progress.passedId, upTo: lastId };
  const shareIds = await listNextIds(tx, span, filter, asOf, BATCH);
  // Locked, then read: shares that somebody else has revoked meanwhile are neither recorded nor counted again (decision
  // 0005).
  await lockShares(tx, deploymentId, shareIds);
  const shares = await listRevocable(tx, { deploymentId }, shareIds);
  await revokeShares(tx, { deploymentId, userId, now: deps.clock() }, shares);
  const passedId = shareIds.length < BATCH ? lastId : (shareIds.at(-1) ?? lastId);
  return { passedId, revoked: progress.revoked + shares.length };
}
