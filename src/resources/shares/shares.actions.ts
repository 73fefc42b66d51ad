import type { Deps } from '../../deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { recordActivity } from '../activity/activity.queries.ts';
import type { Actor } from '../actor.ts';
import { accessShare, placeOf } from './shares.access.ts';
import { type Shared, markRevoked } from './shares.queries.ts';

/** Revokes a share: for its creator, and for who may grant on the item. 404 if it is revoked already. */
export async function revokeShare(deps: Deps, actor: Actor, shared: Shared, shareId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const { item } = await accessShare(tx, actor, shared, shareId, 'change');
    await markRevoked(tx, actor, shareId);
    const type = shared.kind === 'folder' ? 'FolderLinkRevoked' : 'DocumentLinkRevoked';
    await recordActivity(tx, actor, { type, ...placeOf(item), contentName: item.name, details: { shareId } });
  });
}
