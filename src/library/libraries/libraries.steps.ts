import type { Tx } from '../../platform/db/connection.ts';
import { nameKey } from '../../platform/values/names.ts';
import type { AddedUser } from '../../people/users/users.steps.ts';
import { insertStatusTypes } from '../tags/status-tags.queries.ts';
import { insertLibrary } from './libraries.queries.ts';
import { PERSONAL_LIBRARY_NAME } from './personal-library.ts';

/** Creates a library, like insertLibrary, with the built-in tag types that every library has. Returns its id. */
export async function addLibrary(tx: Tx, library: Parameters<typeof insertLibrary>[1]): Promise<number> {
  const libraryId = await insertLibrary(tx, library);
  await insertStatusTypes(tx, { ...library, libraryId });
  return libraryId;
}

/** Creates the personal library of a new user. */
export async function addPersonalLibrary(tx: Tx, user: AddedUser): Promise<void> {
  const { deploymentId, userId: ownerId, now } = user;
  const name = { name: PERSONAL_LIBRARY_NAME, nameKey: nameKey(PERSONAL_LIBRARY_NAME) };
  await addLibrary(tx, { deploymentId, ...name, ownerId, createdBy: user.createdBy ?? ownerId, now });
}
