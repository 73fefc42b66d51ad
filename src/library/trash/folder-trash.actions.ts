/** Deletes, restores and purges folders (docs/api/trash.md). */
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { lockTree } from '../../platform/db/locks.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { assertPurgingEnabled } from '../../core/settings/settings.access.ts';
import { heightOf, takenFolderNames } from '../folders/folders.queries.ts';
import { MAX_DEPTH, moveTree } from '../folders/folders.steps.ts';
import { purgeJob } from '../purge/purge.jobs.ts';
import { hasDenial } from '../rights/rights.queries.ts';
import { isUnbound } from '../rights/rights.ts';
import { freeName } from '../tree/free-name.ts';
import { markPurged, markTrashed } from '../tree/marks.queries.ts';
import { type Target, accessTargetInStillTree, assertDenialsHold, justMoved } from '../tree/targets.access.ts';
import { accessFolder, accessFolderEvenInTrash } from '../tree/tree.access.ts';
import { type PlacedFolder, folderState } from '../tree/tree.presenter.ts';
import { type FolderRow, findFolder } from '../tree/tree.queries.ts';
import { assertMayReturnOrPurge, restoreTarget } from './trash.access.ts';
import { untrashFolderRow } from './restore.queries.ts';

/** Moves the folder with all below it to the trash: one row, however much there is. */
export async function trashFolder(deps: Deps, actor: Actor, folderId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const { libraryId, name: contentName } = await accessFolder(tx, actor, folderId, 'Delete', 'change');
    await markTrashed(tx, actor, 'folder', folderId);
    await recordActivity(tx, actor, { type: 'FolderDeleted', libraryId, folderId, contentName });
  });
}

/**
 * Takes a folder out of the trash, back to where it was or into another folder. 409 if it is not in the trash, or
 * where it was is gone. Its name gets ` (2)` if it is taken there.
 */
export async function restoreFolder(
  deps: Deps,
  actor: Actor,
  folderId: number,
  into: number | undefined,
): Promise<PlacedFolder> {
  const restore = async (tx: Tx) => {
    const libraryId = await holdPlace(tx, actor, folderId, into);
    const folder = await accessFolderEvenInTrash(tx, actor, folderId);
    if (folder.libraryId !== libraryId) throw justMoved();
    assertMayReturnOrPurge(actor, folder, 'folder');
    assertPreconditions(actor, 'folder', folderId, () => folderState(folder));
    const target = await restoreTarget(tx, actor, folder, into);
    const free = await freeName(folder.name, (keys) =>
      takenFolderNames(tx, actor.deploymentId, target.container, keys),
    );
    if (into !== undefined) await moveOut(tx, actor, folder, target);
    await untrashFolderRow(tx, actor, folderId, free);
    const restored = { folderId, libraryId: target.container.libraryId };
    await recordActivity(tx, actor, { type: 'FolderRestored', ...restored, contentName: free.name });
    return { ...restored, name: free.name, parentId: target.container.folderId };
  };
  return transaction(deps.sql, restore, { againOn: 'folders_name' });
}

/** Deletes the folder with all below it for good. 403 while purging is off, or if something inside is denied. */
export async function purgeFolder(deps: Deps, actor: Actor, folderId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const { libraryId } = await findReturnable(tx, actor, folderId);
    // Who takes a folder out of it, or makes one in it, has done so before, or finds it gone.
    await lockTree(tx, [libraryId], 'exclusive');
    const folder = await accessFolderEvenInTrash(tx, actor, folderId);
    if (folder.libraryId !== libraryId) throw justMoved();
    assertMayReturnOrPurge(actor, folder, 'folder');
    await assertPurgingEnabled(tx, actor);
    if (!isUnbound(actor, folder) && (await hasDenial(tx, actor, folderId, 'below'))) {
      throw forbidden('The folder holds something that you may not delete.');
    }
    assertPreconditions(actor, 'folder', folderId, () => folderState(folder));
    await markPurged(tx, actor, 'folder', folderId);
    await recordActivity(tx, actor, { type: 'FolderPurged', libraryId, folderId, contentName: folder.name });
    await addJob(tx, purgeJob, { deploymentId: actor.deploymentId, folderId });
  });
}

/**
 * Holds what the folder goes into before the folder itself is held, and the trees before both: a move of what lies above
 * locks from the top down too, so neither waits for the other. Who may not restore at all is told so first. Returns the
 * library whose tree is held for the folder.
 */
async function holdPlace(tx: Tx, actor: Actor, folderId: number, into: number | undefined): Promise<number> {
  const folder = await findReturnable(tx, actor, folderId);
  if (into === undefined) {
    await lockTree(tx, [folder.libraryId], 'shared');
    await restoreTarget(tx, actor, folder, into);
  } else {
    const tree = { mode: 'exclusive', otherLibraryId: folder.libraryId } as const;
    await accessTargetInStillTree(tx, actor, { folderId: into }, tree);
  }
  return folder.libraryId;
}

async function findReturnable(tx: Tx, actor: Actor, folderId: number): Promise<FolderRow> {
  const folder = await findFolder(tx, actor, folderId);
  if (folder === undefined) throw notFound('folder');
  assertMayReturnOrPurge(actor, folder, 'folder');
  return folder;
}

// The target is not below the folder: what is lies in the trash as well.
async function moveOut(tx: Tx, actor: Actor, folder: FolderRow, target: Target): Promise<void> {
  await assertDenialsHold(tx, actor, folder, target);
  if (target.path.length + (await heightOf(tx, actor.deploymentId, folder)) > MAX_DEPTH) {
    throw conflict(`Folders can be nested at most ${MAX_DEPTH} levels deep.`);
  }
  await moveTree(tx, actor, folder, target);
}
