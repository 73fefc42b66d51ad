/** Changes of libraries (docs/api/libraries.md#operations). For site admins and corporate libraries only. */
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { conflict } from '../../platform/errors.ts';
import { containerName, nameKey } from '../../platform/values/names.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { lockDeployment } from '../../core/settings/settings.queries.ts';
import { accessLibrary } from '../tree/tree.access.ts';
import type { NamedLibrary } from '../tree/tree.presenter.ts';
import { addLibrary } from './libraries.steps.ts';
import { renameLibraryRow } from './libraries.queries.ts';
import { PERSONAL_LIBRARY_NAME } from './personal-library.ts';

/** 400 for a bad name, 409 for a taken or reserved one. */
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

/** Same errors as createLibrary; 403 for a personal library, whose name is fixed. */
export async function renameLibrary(
  deps: Deps,
  actor: Actor,
  libraryId: number,
  wanted: string,
): Promise<NamedLibrary> {
  const name = libraryName(wanted);
  return transaction(deps.sql, async (tx) => {
    await lockDeployment(tx, actor.deploymentId);
    const library = await accessLibrary(tx, actor, libraryId, 'Rename', 'change');
    await renameLibraryRow(tx, actor, libraryId, name);
    const details = { from: library.name };
    await recordActivity(tx, actor, { type: 'LibraryRenamed', libraryId, contentName: name.name, details });
    return { libraryId, name: name.name, isPrivate: false };
  });
}

function libraryName(wanted: string): { name: string; nameKey: string } {
  const name = containerName(wanted, 'LibraryName');
  if (nameKey(name) === nameKey(PERSONAL_LIBRARY_NAME)) {
    throw conflict(`The name ${PERSONAL_LIBRARY_NAME} is reserved for personal libraries.`);
  }
  return { name, nameKey: nameKey(name) };
}
