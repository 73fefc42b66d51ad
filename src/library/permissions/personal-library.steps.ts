/** The personal library of a deleted user becomes a corporate one (docs/api/users.md#deleting-a-user). */
import type { Tx } from '../../platform/db/connection.ts';
import { NAME_LIMIT } from '../../platform/values/names.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { mention } from '../../core/notifications/markup.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';
import type { RemovedUser, Remover } from '../../people/users/users.steps.ts';
import { PERSONAL_LIBRARY_NAME } from '../libraries/personal-library.ts';
import { takenLibraryNames } from '../libraries/libraries.queries.ts';
import { findPersonalLibrary, releaseLibrary } from '../libraries/personal-library.queries.ts';
import { ALL_RIGHTS } from '../rights/rights.ts';
import { freeName } from '../tree/free-name.ts';
import { deleteEntries, insertEntries } from './permissions.queries.ts';

/**
 * Turns the personal library into a corporate one named `My Library (address)`. `transferTo` gets all rights in it;
 * without one the library goes to the trash.
 */
export async function releasePersonalLibrary(tx: Tx, user: RemovedUser): Promise<void> {
  const { deploymentId, email, transferTo, by } = user;
  const libraryId = await findPersonalLibrary(tx, user);
  const isTaken = (nameKeys: string[]) => takenLibraryNames(tx, deploymentId, nameKeys);
  const { name, nameKey } = await freeName(formerLibraryName(email), isTaken);
  const trashed = transferTo === null ? by : null;
  await releaseLibrary(tx, deploymentId, libraryId, { name, nameKey, trashed });
  if (transferTo !== null) return handOver(tx, by, { libraryId, name }, transferTo);
  await insertActivity(tx, by, { type: 'LibraryDeleted', libraryId, contentName: name });
}

async function handOver(
  tx: Tx,
  who: Remover,
  library: { libraryId: number; name: string },
  userId: number,
): Promise<void> {
  const { deploymentId, userId: grantedBy, at: now } = who;
  const { libraryId, name: contentName } = library;
  const object = { deploymentId, kind: 'library', id: libraryId } as const;
  await deleteEntries(tx, object, [userId]);
  const entry = { principal: userId, allow: ALL_RIGHTS, deny: 0, expiresAt: null };
  await insertEntries(tx, object, [entry], { grantedBy, now });
  await insertActivity(tx, who, { type: 'LibrarySharedWithUser', libraryId, contentName, details: { userId } });
  const message = `${mention('LibraryId', libraryId, contentName)} was handed over to you`;
  await insertNotifications(tx, deploymentId, [userId], message, now);
}

// An address may be longer than a library's name, or contain characters that are not allowed there.
function formerLibraryName(email: string): string {
  const room = NAME_LIMIT - 1 - `${PERSONAL_LIBRARY_NAME} ()`.length;
  const address = [...email.replaceAll(/[/\p{Cf}]/gu, '_')].slice(0, room).join('');
  return `${PERSONAL_LIBRARY_NAME} (${address})`;
}
