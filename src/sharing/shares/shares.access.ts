import type { Db } from '../../platform/db/connection.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import type { Validators } from '../../platform/http/files/conditional.ts';
import type { ActivityPlace } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { findDocument, findFolder } from '../../library/tree/tree.queries.ts';
import { RIGHTS, assertRight } from '../../library/rights/rights.ts';
import { documentState, folderState } from '../../library/tree/tree.presenter.ts';
import { shareState } from './shares.presenter.ts';
import { type ShareRow, type Shared, findShare } from './shares.queries.ts';

/** The properties of an item that sharing needs. */
export type SharedItem = {
  libraryId: number;
  isPrivate: boolean;
  ownerId: number | null;
  folderId: number;
  documentId?: number;
  name: string;
  rights: number;
  /** The state for preconditions of a write of the item. */
  state: () => Validators;
};

/** The folder or document: 404 if it does not exist or is in the trash. The caller checks rights. */
export async function findSharedItem(sql: Db, actor: Actor, { kind, id }: Shared): Promise<SharedItem> {
  if (kind === 'folder') {
    const folder = await findFolder(sql, actor, id);
    if (folder === undefined || folder.isInTrash) throw notFound(kind);
    return { ...folder, state: () => folderState(folder) };
  }
  const document = await findDocument(sql, actor, id);
  if (document === undefined || document.isInTrash) throw notFound(kind);
  return { ...document, state: () => documentState(document) };
}

/** The item for sharing: requires Grant, and Write too if visitors can write. */
export async function accessSharable(
  sql: Db,
  actor: Actor,
  shared: Shared,
  wanted: { allowUpload: boolean; allowEdit: boolean },
): Promise<SharedItem> {
  const item = await findSharedItem(sql, actor, shared);
  assertRight(item.rights, 'Grant', shared.kind);
  if (wanted.allowUpload || wanted.allowEdit) assertRight(item.rights, 'Write', shared.kind);
  assertPreconditions(actor, shared.kind, shared.id, item.state);
  return item;
}

/** The place of an activity on the item. */
export function placeOf({ libraryId, folderId, documentId }: SharedItem): ActivityPlace {
  return documentId === undefined ? { libraryId, folderId } : { libraryId, folderId, documentId };
}

/**
 * The item, and whose shares of it the actor can see: with Grant everybody's (null), otherwise the actor's own.
 * Requires Read.
 */
export async function accessShareList(
  sql: Db,
  actor: Actor,
  shared: Shared,
): Promise<{ item: SharedItem; createdBy: number | null }> {
  const item = await findSharedItem(sql, actor, shared);
  assertRight(item.rights, 'Read', shared.kind);
  return { item, createdBy: (item.rights & RIGHTS.Grant) === 0 ? actor.userId : null };
}

/**
 * Whether the actor can see the link itself: its creator, and users whom denials do not bind there. For others it could
 * bypass denials below the item (decision 0031).
 */
export function maySeeLink(actor: Actor, { isPrivate, ownerId }: SharedItem, { createdBy }: ShareRow): boolean {
  return createdBy === actor.userId || (isPrivate ? ownerId === actor.userId : actor.isSiteAdmin);
}

/** 412 if the request requires another state of the share, which the caller has locked. */
export function assertSameShare(actor: Actor, share: ShareRow, item: SharedItem): void {
  assertPreconditions(actor, 'share', share.shareId, () => shareState(share, maySeeLink(actor, item, share)));
}

/** The share with a client's ids: 404 unless it belongs to the item; 403 unless the actor created it or has Grant. */
export async function accessShare(
  sql: Db,
  actor: Actor,
  shared: Shared,
  shareId: number,
  lock?: 'change',
): Promise<{ share: ShareRow; item: SharedItem }> {
  const { share, item } = await findShareOf(sql, actor, shared, shareId, lock);
  if (share.createdBy !== actor.userId) assertRight(item.rights, 'Grant', shared.kind);
  return { share, item };
}

/** A share for its creator only: 404 unless it belongs to the item, otherwise 403. */
export async function accessOwnShare(
  sql: Db,
  actor: Actor,
  shared: Shared,
  shareId: number,
  lock?: 'change',
): Promise<{ share: ShareRow; item: SharedItem }> {
  const { share, item } = await findShareOf(sql, actor, shared, shareId, lock);
  if (share.createdBy !== actor.userId)
    throw forbidden('Only the creator of the share can see its recipients or change it.');
  return { share, item };
}

async function findShareOf(sql: Db, actor: Actor, shared: Shared, shareId: number, lock?: 'change') {
  const item = await findSharedItem(sql, actor, shared);
  const share = await findShare(sql, actor, shared, shareId, lock);
  if (share === undefined) throw notFound('share');
  return { share, item };
}
