/** Deletes, restores and purges folders (docs/api/trash.md). */
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { lockTree } from '../../platform/db/locks.ts';
import { conflict } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { heightOf, takenFolderNames } from '../folders/folders.queries.ts';
import { MAX_DEPTH, moveTree } from '../folders/folders.steps.ts';
import { purgeJob } from '../purge/purge.jobs.ts';
import { assertInTrash } from '../rights/allowed.ts';
import { requestIndex } from '../search-index/index.jobs.ts';
import { freeName } from '../tree/free-name.ts';
import { markPurged, markTrashed } from '../tree/marks.queries.ts';
import { type Target, accessTargetInStillTree, assertDenialsHold, justMoved } from '../tree/targets.access.ts';
import { accessFolder } from '../tree/tree.access.ts';
import type { PlacedFolder } from '../tree/tree.presenter.ts';
import type { FolderRow } from '../tree/tree.queries.ts';
import { restoreTarget } from './trash.access.ts';
import { untrashFolderRow } from './restore.queries.ts';

/** Moves the folder with its subtree to the trash by updating one row, whatever its size. */
export async function trashFolder(deps: Deps, actor: Actor, folderId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const { libraryId, name: contentName } = await accessFolder(tx, actor, folderId, 'Trash', 'change');
    await markTrashed(tx, actor, 'folder', folderId);
    await recordActivity(tx, actor, { type: 'FolderDeleted', libraryId, folderId, contentName });
  });
}

/**
 * Restores a folder to its original place or to another folder. 409 if it is not in the trash, or its original place is
 * gone. Adds ` (2)` to its name if it is taken there.
 */
export async function restoreFolder(
  deps: Deps,
  actor: Actor,
  folderId: number,
  into: number | undefined,
): Promise<PlacedFolder> {
  const restore = async (tx: Tx) => {
    const libraryId = await holdPlace(tx, actor, folderId, into);
    const folder = await accessFolder(tx, actor, folderId, 'Restore', 'change');
    if (folder.libraryId !== libraryId) throw justMoved();
    const target = await restoreTarget(tx, actor, { ...folder, kind: 'folder' }, into);
    const free = await freeName(folder.name, (keys) =>
      takenFolderNames(tx, actor.deploymentId, target.container, keys),
    );
    if (into !== undefined) await moveOut(tx, actor, folder, target);
    await untrashFolderRow(tx, actor, folderId, free);
    await requestIndex(tx);
    const restored = { folderId, libraryId: target.container.libraryId };
    await recordActivity(tx, actor, { type: 'FolderRestored', ...restored, contentName: free.name });
    return { ...restored, name: free.name, parentId: target.container.folderId };
  };
  return transaction(deps.sql, restore, { againOn: 'folders_name' });
}

/**
 * Permanently deletes the folder with its subtree. 403 while purging is disabled, or if something inside is denied.
 * @param onlyInTrash 409 if it is not in the trash
 */
export async function purgeFolder(deps: Deps, actor: Actor, folderId: number, onlyInTrash: boolean): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const { libraryId } = await accessFolder(tx, actor, folderId, 'Purge');
    // A transaction that moves a folder out, or creates one inside, has committed before, or finds it gone.
    await lockTree(tx, [libraryId], 'exclusive');
    const folder = await accessFolder(tx, actor, folderId, 'Purge', 'change');
    if (folder.libraryId !== libraryId) throw justMoved();
    if (onlyInTrash) assertInTrash('folder', folder);
    await markPurged(tx, actor, 'folder', folderId);
    await recordActivity(tx, actor, { type: 'FolderPurged', libraryId, folderId, contentName: folder.name });
    await addJob(tx, purgeJob, { deploymentId: actor.deploymentId, folderId });
  });
}

/**
 * Locks the target before the folder, and the trees before both: a move of an ancestor locks from the top down too, so
 * they cannot deadlock. Actors who may not restore at all are refused first. Returns the library whose tree is locked
 * for the folder.
 */
async function holdPlace(tx: Tx, actor: Actor, folderId: number, into: number | undefined): Promise<number> {
  const folder = await accessFolder(tx, actor, folderId, 'Restore');
  if (into === undefined) {
    await lockTree(tx, [folder.libraryId], 'shared');
    await restoreTarget(tx, actor, { ...folder, kind: 'folder' }, into);
  } else {
    const tree = { mode: 'exclusive', otherLibraryId: folder.libraryId } as const;
    await accessTargetInStillTree(tx, actor, { folderId: into }, tree);
  }
  return folder.libraryId;
}

// The target is not below the folder, because everything there is in the trash as well.
async function moveOut(tx: Tx, actor: Actor, folder: FolderRow, target: Target): Promise<void> {
  await assertDenialsHold(tx, actor, folder, target);
  if (target.path.length + (await heightOf(tx, actor.deploymentId, folder)) > MAX_DEPTH) {
    throw conflict(`Folders can be nested at most ${MAX_DEPTH} levels deep.`);
  }
  await moveTree(tx, actor, folder, target);
}
