/** Rules for restoring and purging folders and documents (docs/api/trash.md#restoring). */
import type { Tx } from '../../platform/db/connection.ts';
import { conflict, forbidden } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { RIGHTS, assertRight } from '../rights/rights.ts';
import { type Target, accessTarget, targetOf } from '../tree/targets.access.ts';
import { findFolder, findLibrary } from '../tree/tree.queries.ts';

/** The common properties of both nouns. `parentId` null: the root of the library. */
export type Trashable = {
  libraryId: number;
  parentId: number | null;
  trashedAt: string | null;
  trashedBy: number | null;
  isInTrash: boolean;
  rights: number;
};

/** 403 unless the actor has Delete on the item, or moved it to the trash. */
export function assertMayReturnOrPurge(actor: Actor, item: Trashable, what: string): void {
  if (item.trashedAt !== null && item.trashedBy === actor.userId) return;
  assertRight(item.rights, 'Delete', what);
}

/**
 * The target of a restore: the folder `into` (requires Write there; 404 if it is missing or in the trash), otherwise
 * the original place (409 if that is gone or in the trash). Locked as in accessTarget.
 */
export async function restoreTarget(tx: Tx, actor: Actor, item: Trashable, into: number | undefined): Promise<Target> {
  assertMayReturnOrPurge(actor, item, 'item');
  if (into === undefined) {
    assertInTrash(item);
    return originalPlace(tx, actor, item);
  }
  const target = await accessTarget(tx, actor, { folderId: into });
  // Otherwise a user who deleted it and then lost all rights could move it to another place.
  if ((item.rights & RIGHTS.Read) === 0) throw forbidden('You can only restore this item to its original location.');
  assertInTrash(item);
  return target;
}

function assertInTrash(item: Trashable): void {
  if (!item.isInTrash) throw conflict('The item is not in the trash.');
}

async function originalPlace(tx: Tx, actor: Actor, item: Trashable): Promise<Target> {
  const gone = conflict('The original location no longer exists or is in the trash. Specify another folder with into.');
  if (item.parentId === null) {
    const library = await findLibrary(tx, actor, item.libraryId, 'change');
    if (library === undefined || library.trashedAt !== null) throw gone;
    return { container: { ...library, folderId: null }, path: [] };
  }
  const parent = await findFolder(tx, actor, item.parentId, 'change');
  if (parent === undefined || parent.isInTrash) throw gone;
  return targetOf(parent);
}
