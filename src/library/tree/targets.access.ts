import { type Db, RetryTransaction, type Tx } from '../../platform/db/connection.ts';
import { type RowLock, lockTree } from '../../platform/db/locks.ts';
import { conflict, forbidden } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { hasDenial } from '../rights/rights.queries.ts';
import { type Container, type FolderRow, lockLibrary } from './tree.queries.ts';
import { accessFolder, accessLibrary } from './tree.access.ts';

/**
 * The folder as a target for new items. Locks it against other additions until the end of the transaction. Existing
 * items may still be renamed or revised meanwhile: callers that pick a free name pass `againOn` to `transaction`.
 */
export async function accessTarget(
  sql: Db,
  actor: Actor,
  folderId: number,
  operation: 'AddFolder' | 'AddDocument',
): Promise<Target> {
  return targetOf(await accessFolder(sql, actor, folderId, operation, 'change'));
}

/**
 * The place as a target for a folder, with the folder trees of the place's library and of `otherLibraryId` locked. Call it before locking any
 * row: tree locks always come first, to avoid deadlocks. Restarts the transaction if the place moved to another library
 * between the read and the lock: that library's tree must be locked instead, and not after the locks already held.
 */
export async function accessTargetInStillTree(
  tx: Tx,
  actor: Actor,
  place: Place,
  tree: { mode: 'shared' | 'exclusive'; otherLibraryId?: number },
): Promise<Target> {
  const { libraryId } = (await findTarget(tx, actor, place)).container;
  await lockTree(tx, [libraryId, tree.otherLibraryId ?? libraryId], tree.mode);
  // A folder's library is locked before the folder, as when restoring to its root: a new folder needs both.
  await lockLibrary(tx, actor, libraryId, 'child');
  const target = await findTarget(tx, actor, place, 'child');
  if (target.container.libraryId !== libraryId) throw justMoved();
  return target;
}

/** Restarts the transaction, whose locks are for the folder's previous library; 409 if it keeps moving. */
export function justMoved(): RetryTransaction {
  return new RetryTransaction(conflict('The folder was just moved.'));
}

async function findTarget(sql: Db, actor: Actor, place: Place, lock?: RowLock): Promise<Target> {
  if ('folderId' in place) return targetOf(await accessFolder(sql, actor, place.folderId, 'AddFolder', lock));
  const library = await accessLibrary(sql, actor, place.libraryId, 'AddFolder', lock);
  return { container: { ...library, folderId: null }, path: [] };
}

/** The folder as a target. */
export function targetOf(folder: FolderRow): Target {
  const { libraryId, folderId, isUnbound } = folder;
  return { container: { libraryId, folderId, isUnbound }, path: folder.path };
}

/** The target of folders and documents: a folder, or the root of a library. */
export type Target = { container: Container; path: number[] };

/** The requested target: a folder, or the root of a library. */
export type Place = { folderId: number } | { libraryId: number };

/** 403 if the folder contains something denied to the actor and would move to where denials do not bind the actor. */
export async function assertDenialsHold(tx: Tx, actor: Actor, folder: FolderRow, target: Target): Promise<void> {
  if (folder.isUnbound || !target.container.isUnbound) return;
  if (await hasDenial(tx, actor, folder.folderId, 'within')) {
    throw forbidden(
      'The folder contains an item that is denied to you and cannot be moved to a place where you have all rights.',
    );
  }
}
