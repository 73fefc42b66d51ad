/** Deleting, restoring and purging folders (contract: Folders; States, Document and folder in the trash). */
import type { Deps } from '../../deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { conflict, forbidden } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { recordActivity } from '../activity/activity.queries.ts';
import type { Actor } from '../actor.ts';
import { assertPurgingEnabled } from '../settings/settings.access.ts';
import { freeName } from '../trash/free-name.ts';
import { assertMayReturnOrPurge, restoreTarget } from '../trash/trash.access.ts';
import { purgeJob } from '../trash/trash.jobs.ts';
import { type Target, accessFolder, accessFolderEvenInTrash, accessTargetInStillTree } from './folders.access.ts';
import type { NamedFolder } from './folders.change.ts';
import { MAX_DEPTH } from './folders.create.ts';
import {
  type FolderRow,
  findFolder,
  hasDenialBelow,
  heightOf,
  moveFolderRows,
  purgeFolderRow,
  takenFolderNames,
  trashFolderRow,
  untrashFolderRow,
} from './folders.queries.ts';

/** Moves the folder with all below it to the trash: one row, however much there is. */
export async function trashFolder(deps: Deps, actor: Actor, folderId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const { libraryId, name: contentName } = await accessFolder(tx, actor, folderId, 'Delete', 'change');
    await trashFolderRow(tx, actor, folderId);
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
): Promise<NamedFolder> {
  return transaction(deps.sql, async (tx) => {
    const before = await findFolder(tx, actor, folderId);
    if (before !== undefined && into !== undefined) await holdTrees(tx, actor, before, into);
    const folder = await accessFolderEvenInTrash(tx, actor, folderId);
    const target = await restoreTarget(tx, actor, folder, into);
    const free = await freeName(folder.name, (keys) =>
      takenFolderNames(tx, actor.deploymentId, target.container, keys),
    );
    if (into !== undefined) await moveOut(tx, actor, folder, target);
    await untrashFolderRow(tx, actor, folderId, free);
    const { libraryId } = target.container;
    await recordActivity(tx, actor, { type: 'FolderRestored', libraryId, folderId, contentName: free.name });
    return { folderId, name: free.name, libraryId };
  });
}

/** Deletes the folder with all below it for good. 403 while purging is off, or if something inside is denied. */
export async function purgeFolder(deps: Deps, actor: Actor, folderId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const folder = await accessFolderEvenInTrash(tx, actor, folderId);
    assertMayReturnOrPurge(actor, folder, 'folder');
    await assertPurgingEnabled(tx, actor);
    const isUnbound = folder.isPrivate ? folder.ownerId === actor.userId : actor.isSiteAdmin;
    if (!isUnbound && (await hasDenialBelow(tx, actor, folderId))) {
      throw forbidden('The folder holds something that you may not delete.');
    }
    await purgeFolderRow(tx, actor, folderId);
    const { libraryId, name: contentName } = folder;
    await recordActivity(tx, actor, { type: 'FolderPurged', libraryId, folderId, contentName });
    await addJob(tx, purgeJob, { deploymentId: actor.deploymentId, folderId });
  });
}

// Trees are held before rows are (see accessTargetInStillTree); who may not restore at all is told so first.
async function holdTrees(tx: Tx, actor: Actor, folder: FolderRow, into: number): Promise<void> {
  assertMayReturnOrPurge(actor, folder, 'folder');
  if (!folder.isInTrash) throw conflict('The folder is not in the trash.');
  const tree = { mode: 'exclusive', otherLibraryId: folder.libraryId } as const;
  await accessTargetInStillTree(tx, actor, { folderId: into }, tree);
}

async function moveOut(tx: Tx, actor: Actor, folder: FolderRow, target: Target): Promise<void> {
  if (target.path.includes(folder.folderId)) throw conflict('A folder cannot be restored into itself or below itself.');
  if (target.path.length + (await heightOf(tx, actor.deploymentId, folder)) > MAX_DEPTH) {
    throw conflict(`Folders can be nested at most ${MAX_DEPTH} levels deep.`);
  }
  await moveFolderRows(tx, actor, folder, { ...target.container, path: target.path });
}
