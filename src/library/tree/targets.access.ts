import { type Db, RetryTransaction, type Tx } from '../../platform/db/connection.ts';
import { type RowLock, lockTree } from '../../platform/db/locks.ts';
import { conflict, forbidden } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { hasDenial } from '../rights/rights.queries.ts';
import { isUnbound } from '../rights/rights.ts';
import { type Container, type FolderRow, lockLibrary } from './tree.queries.ts';
import { accessFolder, accessLibrary } from './tree.access.ts';

/**
 * The place as something to put things into: Write is wanted there. Nobody else puts anything there until the end of the
 * transaction. What is there may still be renamed or revised meanwhile: who chooses a free name there says so to
 * `transaction` (`againOn`).
 */
export async function accessTarget(sql: Db, actor: Actor, place: Place): Promise<Target> {
  return findTarget(sql, actor, place, 'change');
}

/**
 * The same, holding still the folder trees of the place's library and of `otherLibraryId` as well. To be called before
 * any row is locked: tree locks always come first, so that two writers cannot wait for each other. Starts the
 * transaction again if the place was moved to another library between the look and the lock: that one's tree has to be
 * held instead, and not after what is held by now.
 */
export async function accessTargetInStillTree(
  tx: Tx,
  actor: Actor,
  place: Place,
  tree: { mode: 'shared' | 'exclusive'; otherLibraryId?: number },
): Promise<Target> {
  const { libraryId } = (await findTarget(tx, actor, place)).container;
  await lockTree(tx, [libraryId, tree.otherLibraryId ?? libraryId], tree.mode);
  // A folder's library is held before the folder, as by who restores to its root: a new folder will want both.
  await lockLibrary(tx, actor, libraryId, 'child');
  const target = await findTarget(tx, actor, place, 'child');
  if (target.container.libraryId !== libraryId) throw justMoved();
  return target;
}

/** Starts the transaction again, whose locks are for another library than the folder is in by now; 409 if it keeps moving. */
export function justMoved(): RetryTransaction {
  return new RetryTransaction(conflict('The folder was just moved.'));
}

async function findTarget(sql: Db, actor: Actor, place: Place, lock?: RowLock): Promise<Target> {
  if ('folderId' in place) return targetOf(await accessFolder(sql, actor, place.folderId, 'Write', lock));
  const library = await accessLibrary(sql, actor, place.libraryId, 'Write', lock);
  return { container: { ...library, folderId: null }, path: [] };
}

/** The folder as something to put things into. */
export function targetOf(folder: FolderRow): Target {
  const { libraryId, folderId, isPrivate, ownerId } = folder;
  return { container: { libraryId, folderId, isPrivate, ownerId }, path: folder.path };
}

/** What folders and documents are put into: a folder, or the root of a library. */
export type Target = { container: Container; path: number[] };

/** Where a request wants something put: into a folder, or into the root of a library. */
export type Place = { folderId: number } | { libraryId: number };

/** 403 if the folder holds something denied to the actor and would come to where denies do not bind the actor any more. */
export async function assertDenialsHold(tx: Tx, actor: Actor, folder: FolderRow, target: Target): Promise<void> {
  if (isUnbound(actor, folder) || !isUnbound(actor, target.container)) return;
  if (await hasDenial(tx, actor, folder.folderId, 'within')) {
    throw forbidden(
      'The folder holds something that is denied to you; it cannot be taken to where you have all rights.',
    );
  }
}
