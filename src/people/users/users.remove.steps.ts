/** Deletes a user: what they made stays, what they could do ends (docs/api/users.md#deleting-a-user). */
import type { Tx } from '../../platform/db/connection.ts';
import { invalidParameter, notFound } from '../../platform/errors.ts';
import { NAME_LIMIT } from '../../platform/names.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { leaveGroups } from '../groups/groups.queries.ts';
import { takenLibraryNames } from '../../library/libraries/libraries.queries.ts';
import { PERSONAL_LIBRARY_NAME } from '../../library/libraries/personal-library.ts';
import { mention } from '../../core/notifications/markup.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';
import { deleteUnusedLinks } from '../one-time-links/one-time-links.queries.ts';
import { deleteEntries, deleteEntriesOf, insertEntries } from '../../library/permissions/permissions.queries.ts';
import { ALL_RIGHTS } from '../../library/rights/rights.ts';
import { deleteSavedSearchesOf } from '../../library/saved-searches/saved-searches.queries.ts';
import { endSessions } from '../sessions/sessions.queries.ts';
import { lockDeployment } from '../../core/settings/settings.queries.ts';
import { revokeSharesOf } from '../../sharing/shares/shares.queries.ts';
import { revokeUserTokens } from '../tokens/tokens.steps.ts';
import { freeName } from '../../library/tree/free-name.ts';
import { type UserRow, findUser, lockSiteAdmins, lockUsers, isAddressTaken } from './users.queries.ts';
import { lockPersonalLibrary, markUserDeleted, releaseLibrary } from './users.remove.queries.ts';
import { assertAdminStays } from './users.steps.ts';

/** Who deletes: a user, or with `userId` null the operator at the command line. */
export type Remover = { deploymentId: number; userId: number | null; at: Date };

/**
 * Deletes a user. The personal library becomes a corporate one named `My Library (address)`; `transferTo` gets all rights
 * in it, without one it goes to the trash. Shares, tokens, sessions, mailed links, memberships and entries end, and the address
 * becomes free. 404 for an unknown user, 400 for an unknown `transferTo`, 409 for the last site admin.
 */
export async function removeUser(tx: Tx, who: Remover, userId: number, transferTo: number | null): Promise<void> {
  const { deploymentId, at: now } = who;
  // The library gets a name of its own among the corporate ones, which nobody may take meanwhile.
  await lockDeployment(tx, deploymentId);
  assertAdminStays(await lockSiteAdmins(tx, deploymentId), userId);
  // The library before the user, as everybody does who gives somebody rights in a library.
  const libraryId = await lockPersonalLibrary(tx, deploymentId, userId);
  const user = await findUser(tx, deploymentId, userId, 'change');
  if (user === undefined || libraryId === undefined) throw notFound('user');
  if (transferTo !== null) await assertCanTakeOver(tx, deploymentId, userId, transferTo);
  await insertActivity(tx, who, { type: 'UserDeleted', contentName: user.email, details: { userId } });
  await endAccess(tx, who, userId);
  const library = { libraryId, name: await releasedName(tx, who, libraryId, user, transferTo === null) };
  if (transferTo !== null) await handOver(tx, who, library, transferTo);
  await markUserDeleted(tx, deploymentId, userId, { email: await retiredAddress(tx, user.email), now });
}

async function assertCanTakeOver(tx: Tx, deploymentId: number, userId: number, transferTo: number): Promise<void> {
  const isThere = (await lockUsers(tx, deploymentId, [transferTo])).has(transferTo);
  if (!isThere || transferTo === userId) {
    throw invalidParameter('transferTo', `transferTo must be another user of this deployment: ${transferTo}.`);
  }
}

async function endAccess(tx: Tx, { deploymentId, userId: by, at: now }: Remover, userId: number): Promise<void> {
  const key = { deploymentId, userId };
  await revokeUserTokens(tx, key, now);
  await revokeSharesOf(tx, key, { by, at: now });
  await endSessions(tx, key, null);
  await deleteUnusedLinks(tx, key);
  await leaveGroups(tx, key);
  await deleteSavedSearchesOf(tx, key);
  await deleteEntriesOf(tx, deploymentId, userId);
}

async function releasedName(
  tx: Tx,
  who: Remover,
  libraryId: number,
  user: UserRow,
  isTrashed: boolean,
): Promise<string> {
  const { deploymentId } = who;
  const name = await freeName(formerLibraryName(user.email), (keys) => takenLibraryNames(tx, deploymentId, keys));
  await releaseLibrary(tx, deploymentId, libraryId, { ...name, trashed: isTrashed ? who : null });
  if (isTrashed) await insertActivity(tx, who, { type: 'LibraryDeleted', libraryId, contentName: name.name });
  return name.name;
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

// An address may hold characters that a library's name must not, and be longer.
function formerLibraryName(email: string): string {
  const room = NAME_LIMIT - 1 - `${PERSONAL_LIBRARY_NAME} ()`.length;
  const address = [...email.replaceAll(/[/\p{Cf}]/gu, '_')].slice(0, room).join('');
  return `${PERSONAL_LIBRARY_NAME} (${address})`;
}

async function retiredAddress(tx: Tx, email: string): Promise<string> {
  for (let number = 1; ; number++) {
    const address = `${email}.inactive${number}`;
    if (!(await isAddressTaken(tx, address))) return address;
  }
}
