import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { lockTree } from '../../platform/db/locks.ts';
import { addJob } from '../../platform/jobs/job.ts';
import type { Actor } from '../../core/actor.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import { lockDeployment } from '../../core/settings/settings.queries.ts';
import { takenLibraryNames } from '../libraries/libraries.queries.ts';
import { purgeJob } from '../purge/purge.jobs.ts';
import { assertInTrash } from '../rights/allowed.ts';
import { requestIndex } from '../search-index/index.jobs.ts';
import { freeName } from '../tree/free-name.ts';
import { markPurged, markTrashed } from '../tree/marks.queries.ts';
import { accessLibrary } from '../tree/tree.access.ts';
import type { NamedLibrary } from '../tree/tree.presenter.ts';
import { restoreLibraryRow } from './restore.queries.ts';

/** Moves the library with its content to the trash. */
export async function trashLibrary(deps: Deps, actor: Actor, libraryId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const library = await accessLibrary(tx, actor, libraryId, 'Trash', 'change');
    await markTrashed(tx, actor, 'library', libraryId);
    await recordActivity(tx, actor, { type: 'LibraryDeleted', libraryId, contentName: library.name });
  });
}

/** Restores the library; adds ` (2)` to its name if it was taken meanwhile. 409 if it is not in the trash. */
export async function restoreLibrary(deps: Deps, actor: Actor, libraryId: number): Promise<NamedLibrary> {
  return transaction(deps.sql, async (tx) => {
    // Serializes all changes of library names, so that the free name stays free.
    await lockDeployment(tx, actor.deploymentId);
    const library = await accessLibrary(tx, actor, libraryId, 'Restore', 'change');
    assertInTrash('library', library);
    const name = await freeName(library.name, (keys) => takenLibraryNames(tx, actor.deploymentId, keys));
    await restoreLibraryRow(tx, actor, libraryId, name);
    await requestIndex(tx);
    await recordActivity(tx, actor, { type: 'LibraryRestored', libraryId, contentName: name.name });
    return { libraryId, name: name.name, isPrivate: false };
  });
}

/**
 * Permanently deletes the library, in the trash or not. 403 while purging is disabled.
 * @param onlyInTrash 409 if it is not in the trash
 */
export async function purgeLibrary(deps: Deps, actor: Actor, libraryId: number, onlyInTrash: boolean): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    await accessLibrary(tx, actor, libraryId, 'Purge');
    // As for a folder: an item being moved out has left, or stays.
    await lockTree(tx, [libraryId], 'exclusive');
    const library = await accessLibrary(tx, actor, libraryId, 'Purge', 'change');
    if (onlyInTrash) assertInTrash('library', library);
    await markPurged(tx, actor, 'library', libraryId);
    await recordActivity(tx, actor, { type: 'LibraryPurged', libraryId, contentName: library.name });
    await addJob(tx, purgeJob, { deploymentId: actor.deploymentId, libraryId });
  });
}
