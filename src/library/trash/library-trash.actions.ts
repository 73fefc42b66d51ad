import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { lockTree } from '../../platform/db/locks.ts';
import { addJob } from '../../platform/jobs/job.ts';
import type { Actor } from '../../core/actor.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import { lockDeployment } from '../../core/settings/settings.queries.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { assertPurgingEnabled } from '../../core/settings/settings.access.ts';
import { assertCorporate } from '../libraries/libraries.policy.ts';
import { takenLibraryNames } from '../libraries/libraries.queries.ts';
import { purgeJob } from '../purge/purge.jobs.ts';
import { freeName } from '../tree/free-name.ts';
import { markPurged, markTrashed } from '../tree/marks.queries.ts';
import { accessLibrary, accessLibraryEvenInTrash } from '../tree/tree.access.ts';
import { type NamedLibrary, libraryState } from '../tree/tree.presenter.ts';
import { findLibrary } from '../tree/tree.queries.ts';
import { restoreLibraryRow } from './restore.queries.ts';

/** Moves the library with its content to the trash. */
export async function trashLibrary(deps: Deps, actor: Actor, libraryId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const library = await accessLibrary(tx, actor, libraryId, 'Delete', 'change');
    assertCorporate(library);
    await markTrashed(tx, actor, 'library', libraryId);
    await recordActivity(tx, actor, { type: 'LibraryDeleted', libraryId, contentName: library.name });
  });
}

/** Restores the library; adds ` (2)` to its name if it was taken meanwhile. 409 if it is not in the trash. */
export async function restoreLibrary(deps: Deps, actor: Actor, libraryId: number): Promise<NamedLibrary> {
  return transaction(deps.sql, async (tx) => {
    // Serializes all changes of library names, so that the free name stays free.
    await lockDeployment(tx, actor.deploymentId);
    const library = await accessLibraryEvenInTrash(tx, actor, libraryId);
    assertCorporate(library);
    assertPreconditions(actor, 'library', libraryId, () => libraryState(library));
    if (library.trashedAt === null) throw conflict('The library is not in the trash.');
    const name = await freeName(library.name, (keys) => takenLibraryNames(tx, actor.deploymentId, keys));
    await restoreLibraryRow(tx, actor, libraryId, name);
    await recordActivity(tx, actor, { type: 'LibraryRestored', libraryId, contentName: name.name });
    return { libraryId, name: name.name, isPrivate: false };
  });
}

/** Permanently deletes the library, in the trash or not. 403 while purging is disabled. */
export async function purgeLibrary(deps: Deps, actor: Actor, libraryId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    if ((await findLibrary(tx, actor, libraryId)) === undefined) throw notFound('library');
    // As for a folder: an item being moved out has left, or stays.
    await lockTree(tx, [libraryId], 'exclusive');
    const library = await accessLibraryEvenInTrash(tx, actor, libraryId);
    assertCorporate(library);
    await assertPurgingEnabled(tx, actor);
    assertPreconditions(actor, 'library', libraryId, () => libraryState(library));
    await markPurged(tx, actor, 'library', libraryId);
    await recordActivity(tx, actor, { type: 'LibraryPurged', libraryId, contentName: library.name });
    await addJob(tx, purgeJob, { deploymentId: actor.deploymentId, libraryId });
  });
}
