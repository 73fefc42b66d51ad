import type { Tx } from '../../platform/db/connection.ts';
import { type ActivityPlace, recordActivities } from '../activity/activity.queries.ts';
import type { Actor } from '../actor.ts';
import { type Shared, markRevoked } from './shares.queries.ts';

/** A share to be revoked, with what it leads to. */
export type Revoked = { shareId: number; kind: Shared['kind']; name: string; place: ActivityPlace };

/** Revokes shares, which the caller holds: from the commit on nobody can open anything with them. */
export async function revokeShares(
  tx: Tx,
  who: Pick<Actor, 'deploymentId' | 'userId' | 'now'>,
  shares: Revoked[],
): Promise<void> {
  await markRevoked(
    tx,
    who,
    shares.map(({ shareId }) => shareId),
  );
  const entries = shares.map(({ shareId, kind, name: contentName, place }) => {
    const type = kind === 'folder' ? ('FolderLinkRevoked' as const) : ('DocumentLinkRevoked' as const);
    return { type, ...place, contentName, details: { shareId } };
  });
  await recordActivities(tx, who, entries);
}
