import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { listRevocable } from './revocable.queries.ts';
import { accessShare } from './shares.access.ts';
import type { Shared } from './shares.queries.ts';
import { revokeShares } from './shares.steps.ts';

/** Revokes a share: for its creator, and for users with Grant on the item. 404 if it is already revoked. */
export async function revokeShare(deps: Deps, actor: Actor, shared: Shared, shareId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    await accessShare(tx, actor, { shared, shareId }, 'Revoke', 'change');
    await revokeShares(tx, actor, await listRevocable(tx, actor, [shareId]));
  });
}
