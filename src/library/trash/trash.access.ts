/** The target of a restored folder or document (docs/api/trash.md#restoring). */
import type { Tx } from '../../platform/db/connection.ts';
import { conflict } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { type Judged, assertAllowed, assertInTrash } from '../rights/allowed.ts';
import { type Target, accessTarget, targetOf } from '../tree/targets.access.ts';
import { findFolder, findLibrary } from '../tree/tree.queries.ts';

/** The common properties of both nouns. `parentId` null: the root of the library. */
export type Trashable = Judged & {
  kind: 'folder' | 'document';
  libraryId: number;
  parentId: number | null;
  isInTrash: boolean;
};

/**
 * The target of a restore, which the actor may make: the folder `into` (404 if it is missing or in the trash, 403),
 * otherwise the original place (409 if that is gone or in the trash). 409 if the item is not in the trash. Locked as in
 * accessTarget.
 */
export async function restoreTarget(tx: Tx, actor: Actor, item: Trashable, into: number | undefined): Promise<Target> {
  if (into === undefined) {
    assertInTrash(item.kind, item);
    return originalPlace(tx, actor, item);
  }
  const target = await accessTarget(tx, actor, into, item.kind === 'folder' ? 'AddFolder' : 'AddDocument');
  assertAllowed(actor, item.kind, 'RestoreElsewhere', item);
  assertInTrash(item.kind, item);
  return target;
}

async function originalPlace(tx: Tx, actor: Actor, item: Trashable): Promise<Target> {
  const text = 'The original location no longer exists or is in the trash. Specify another folder with into.';
  const gone = conflict(text, { IsPlaceGone: true });
  if (item.parentId === null) {
    const library = await findLibrary(tx, actor, item.libraryId, 'change');
    if (library === undefined || library.trashedAt !== null) throw gone;
    return { container: { ...library, folderId: null }, path: [] };
  }
  const parent = await findFolder(tx, actor, item.parentId, 'change');
  if (parent === undefined || parent.isInTrash) throw gone;
  return targetOf(parent);
}
