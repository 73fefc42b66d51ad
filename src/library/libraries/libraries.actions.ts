/** Writes of libraries (docs/api/libraries.md#operations). All for site admins, corporate libraries only. */
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { lockTree } from '../../platform/db/locks.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { containerName, nameKey } from '../../platform/names.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { assertPurgingEnabled } from '../../core/settings/settings.access.ts';
import { lockDeployment } from '../../core/settings/settings.queries.ts';
import { freeName } from '../tree/free-name.ts';
import { markPurged, markTrashed } from '../tree/marks.queries.ts';
import { purgeJob } from '../purge/purge.jobs.ts';
import { PERSONAL_LIBRARY_NAME } from './personal-library.ts';
import { accessLibrary, accessLibraryEvenInTrash } from './libraries.access.ts';
import { libraryState } from './libraries.presenter.ts';
import { addLibrary } from './libraries.steps.ts';
import { findLibrary, renameLibraryRow, restoreLibraryRow, takenLibraryNames } from './libraries.queries.ts';

export type NamedLibrary = { libraryId: number; name: string; isPrivate: boolean };

/** 400 for a bad name, 409 for a name that is taken or reserved. */
export async function createLibrary(deps: Deps, actor: Actor, wanted: string): Promise<NamedLibrary> {
  const name = libraryName(wanted);
  return creation(deps.sql, actor, async (tx) => {
    const { deploymentId, userId: createdBy, now } = actor;
    await lockDeployment(tx, deploymentId);
    const libraryId = await addLibrary(tx, { deploymentId, ...name, ownerId: null, createdBy, now });
    await recordActivity(tx, actor, { type: 'LibraryCreated', libraryId, contentName: name.name });
    return { libraryId, name: name.name, isPrivate: false };
  });
}

/** As creating; 403 for a personal library, whose name is fixed. */
export async function renameLibrary(
  deps: Deps,
  actor: Actor,
  libraryId: number,
  wanted: string,
): Promise<NamedLibrary> {
  const name = libraryName(wanted);
  return transaction(deps.sql, async (tx) => {
    await lockDeployment(tx, actor.deploymentId);
    const library = await accessLibrary(tx, actor, libraryId, 'Write', 'change');
    assertCorporate(library);
    await renameLibraryRow(tx, actor, libraryId, name);
    const details = { from: library.name };
    await recordActivity(tx, actor, { type: 'LibraryRenamed', libraryId, contentName: name.name, details });
    return { libraryId, name: name.name, isPrivate: false };
  });
}

/** Moves the library with all that is in it to the trash. */
export async function trashLibrary(deps: Deps, actor: Actor, libraryId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const library = await accessLibrary(tx, actor, libraryId, 'Delete', 'change');
    assertCorporate(library);
    await markTrashed(tx, actor, 'library', libraryId);
    await recordActivity(tx, actor, { type: 'LibraryDeleted', libraryId, contentName: library.name });
  });
}

/** Takes the library out of the trash; its name gets ` (2)` if it was taken meanwhile. 409 if it is not in the trash. */
export async function restoreLibrary(deps: Deps, actor: Actor, libraryId: number): Promise<NamedLibrary> {
  return transaction(deps.sql, async (tx) => {
    // Whoever gives a library its name takes turns, so that the name found free here stays so.
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

/** Deletes the library for good, in the trash or not. 403 while purging is off. */
export async function purgeLibrary(deps: Deps, actor: Actor, libraryId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    if ((await findLibrary(tx, actor, libraryId)) === undefined) throw notFound('library');
    // As for a folder: what is taken out of it at this moment has left, or stays.
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

function libraryName(wanted: string): { name: string; nameKey: string } {
  const name = containerName(wanted, 'LibraryName');
  if (nameKey(name) === nameKey(PERSONAL_LIBRARY_NAME)) {
    throw conflict(`The name ${PERSONAL_LIBRARY_NAME} is reserved for personal libraries.`);
  }
  return { name, nameKey: nameKey(name) };
}

function assertCorporate(library: { isPrivate: boolean }): void {
  if (library.isPrivate) throw forbidden('A personal library cannot be renamed, deleted or restored.');
}
