import type { Db } from '../../platform/db/connection.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import type { Validators } from '../../platform/http/files/conditional.ts';
import type { ActivityPlace } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { findDocument, findFolder } from '../../library/tree/tree.queries.ts';
import { assertAllowed, isAllowed } from '../../library/rights/allowed.ts';
import { documentState, folderState } from '../../library/tree/tree.presenter.ts';
import { shareState } from './shares.presenter.ts';
import { type ShareRow, type Shared, findShare } from './shares.queries.ts';
import { MANAGER, SHARE_POLICY, type ShareOperation, type ShareRequirement, creationOf } from './sharing.policy.ts';

/** The properties of an item that sharing needs. */
export type SharedItem = {
  libraryId: number;
  /** Denials do not bind the actor there. */
  isUnbound: boolean;
  folderId: number;
  documentId?: number;
  name: string;
  rights: number;
  /** The state for preconditions of a write of the item. */
  state: () => Validators;
};

// The folder or document: 404 if it does not exist or is in the trash. The caller judges the operation.
async function findSharedItem(sql: Db, actor: Actor, { kind, id }: Shared): Promise<SharedItem> {
  if (kind === 'folder') {
    const folder = await findFolder(sql, actor, id);
    if (folder === undefined || folder.isInTrash) throw notFound(kind);
    return { ...folder, state: () => folderState(folder) };
  }
  const document = await findDocument(sql, actor, id);
  if (document === undefined || document.isInTrash) throw notFound(kind);
  return { ...document, state: () => documentState(document) };
}

/** The item for creating such a share. */
export async function accessSharable(
  sql: Db,
  actor: Actor,
  shared: Shared,
  wanted: { allowUpload: boolean; allowEdit: boolean },
): Promise<SharedItem> {
  const item = await findSharedItem(sql, actor, shared);
  assertSharable(actor, shared.kind, item, wanted);
  assertPreconditions(actor, shared.kind, shared.id, item.state);
  return item;
}

/** 403 unless the actor could create such a share of the item. */
export function assertSharable(
  actor: Actor,
  kind: Shared['kind'],
  item: SharedItem,
  wanted: { allowUpload: boolean; allowEdit: boolean },
): void {
  assertAllowed(actor, kind, creationOf(wanted), item);
}

/** The place of an activity on the item. */
export function placeOf({ libraryId, folderId, documentId }: SharedItem): ActivityPlace {
  return documentId === undefined ? { libraryId, folderId } : { libraryId, folderId, documentId };
}

/** The item, and whose shares of it the actor can see: everybody's (null), or only the actor's own. */
export async function accessShareList(
  sql: Db,
  actor: Actor,
  shared: Shared,
): Promise<{ item: SharedItem; createdBy: number | null }> {
  const item = await findSharedItem(sql, actor, shared);
  assertAllowed(actor, shared.kind, 'ViewShares', item);
  return { item, createdBy: isAllowed(actor, shared.kind, MANAGER, item) ? null : actor.userId };
}

/** Whether the actor can see the link itself. */
export function maySeeLink(actor: Actor, item: SharedItem, share: ShareRow): boolean {
  const parties = { creator: share.createdBy === actor.userId, unbound: item.isUnbound };
  return SHARE_POLICY.ViewLink.by.some((party) => parties[party]);
}

/**
 * The share with a client's ids, for an operation: 404 unless it belongs to the item, 403; with a lock 412 if the
 * request requires another state of it; 409 if it must not be Pending.
 */
export async function accessShare(
  sql: Db,
  actor: Actor,
  { shared, shareId }: { shared: Shared; shareId: number },
  operation: ShareOperation,
  lock?: 'change',
): Promise<{ share: ShareRow; item: SharedItem }> {
  const item = await findSharedItem(sql, actor, shared);
  const share = await findShare(sql, actor, shared, shareId, lock);
  if (share === undefined) throw notFound('share');
  const line: ShareRequirement = SHARE_POLICY[operation];
  assertShareParty(actor, line, shared, { share, item });
  if (line.asCreated === true) assertAllowed(actor, shared.kind, creationOf(share), item);
  if (lock !== undefined) {
    assertPreconditions(actor, 'share', shareId, () => shareState(share, maySeeLink(actor, item, share)));
  }
  if (line.isPrepared === true && share.status === 'Pending') {
    throw conflict('The shared content is still being checked.');
  }
  return { share, item };
}

function assertShareParty(
  actor: Actor,
  { by, role }: ShareRequirement,
  { kind }: Shared,
  { share, item }: { share: ShareRow; item: SharedItem },
): void {
  if (role === 'siteAdmin' && !actor.isSiteAdmin) throw forbidden('Only site admins can do this.');
  if (by.includes('creator') && share.createdBy === actor.userId) return;
  if (by.includes('manager')) return assertAllowed(actor, kind, MANAGER, item);
  throw forbidden('Only the creator of the share can see its recipients or change it.');
}
