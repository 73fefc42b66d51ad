import type { Tx } from '../../platform/db/connection.ts';
import { recordActivities } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import type { RevocableRow } from './revocable.queries.ts';
import { markRevoked } from './shares.queries.ts';

/** Revokes shares that the caller has locked, effective at the commit. */
export async function revokeShares(
  tx: Tx,
  who: Pick<Actor, 'deploymentId' | 'userId' | 'now'>,
  shares: RevocableRow[],
): Promise<void> {
  await markRevoked(
    tx,
    who,
    shares.map(({ shareId }) => shareId),
  );
  const entries = shares.map(({ shareId, kind, name: contentName, libraryId, folderId, documentId }) => {
    const type = kind === 'folder' ? ('FolderLinkRevoked' as const) : ('DocumentLinkRevoked' as const);
    const place = documentId === null ? { libraryId, folderId } : { libraryId, folderId, documentId };
    return { type, ...place, contentName, details: { shareId } };
  });
  await recordActivities(tx, who, entries);
}
