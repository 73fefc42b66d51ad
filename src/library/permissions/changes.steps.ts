/** The steps of every change of entries, after its values are valid (docs/api/permissions.md#changing-entries). */
import type { Tx } from '../../platform/db/connection.ts';
import { Problem, forbidden } from '../../platform/errors.ts';
import { type ActivityEntry, recordActivities } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { mention } from '../../core/notifications/markup.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';
import { rightNames } from '../rights/rights.ts';
import { type Change, gains, gainsUntil, newlyAllowed } from './gains.ts';
import { type Grantable, accessGrantable } from './permissions.access.ts';
import {
  type PermissionEntry,
  type UserRights,
  deleteEntries,
  insertEntries,
  listRightsOf,
  markChanged,
} from './permissions.queries.ts';

/**
 * Makes the changes and records them. Returns the rights of the people concerned before and after. 403 for rights that
 * the actor lacks. The caller has locked the object and the users and groups.
 */
export async function changeEntries(
  tx: Tx,
  actor: Actor,
  object: Grantable,
  changes: Change[],
): Promise<{ before: UserRights[]; after: UserRights[] }> {
  await assertMayGive(tx, actor, object, changes);
  const principals = changes.map(({ principal }) => principal);
  const before = await listRightsOf(tx, object, principals, actor.now);
  await deleteEntries(tx, object, principals);
  await insertEntries(tx, object, entriesAfter(changes), { grantedBy: actor.userId, now: actor.now });
  await markChanged(tx, object, actor.now);
  const entries = changes.map((change) => activityOf(object, change, actor.now));
  await recordActivities(tx, actor, entries);
  return { before, after: await listRightsOf(tx, object, principals, actor.now) };
}

/** The entries that the changes leave. */
export function entriesAfter(changes: Change[]): PermissionEntry[] {
  return changes.flatMap(({ after }) => (after === undefined ? [] : [after]));
}

const MENTION = { library: 'LibraryId', folder: 'FolderId', document: 'DocumentId' } as const;

/** Notifies these people, except the actor, that they can read the object. */
export async function notifyOfAccess(
  tx: Tx,
  actor: Actor,
  object: Grantable,
  readers: { userId: number }[],
): Promise<void> {
  const userIds = readers.map(({ userId }) => userId).filter((userId) => userId !== actor.userId);
  const what = mention(MENTION[object.kind], object.id, object.name);
  const message = `${mention('UserId', actor.userId, actor.name)} gave you access to ${what}`;
  await insertNotifications(tx, actor.deploymentId, userIds, message, actor.now);
}

// Nobody can grant more rights than they have, nor for longer: checked as of the end of the grant.
async function assertMayGive(tx: Tx, actor: Actor, object: Grantable, changes: Change[]): Promise<void> {
  const given = changes.filter((change) => gains(change, actor.now) !== 0);
  for (const end of new Set(given.map((change) => gainsUntil(change, actor.now)))) {
    const rights = await rightsAt(tx, { ...actor, now: new Date(end) }, object);
    const until = given.filter((change) => gainsUntil(change, actor.now) === end);
    const lacking = rightNames(until.reduce((bits, change) => bits | gains(change, actor.now), 0) & ~rights);
    if (lacking.length > 0)
      throw forbidden(
        `You cannot grant rights that you lack on this ${object.kind}, or for longer than you have them: ${lacking.join(', ')}.`,
      );
  }
}

// None if the right to grant has ended by then: its own refusal would say that the actor lacks it now.
async function rightsAt(tx: Tx, then: Actor, object: Grantable): Promise<number> {
  try {
    return (await accessGrantable(tx, then, object.kind, object.id)).rights;
  } catch (error) {
    if (error instanceof Problem && error.status === 403) return 0;
    throw error;
  }
}

const ACTIVITY = {
  library: { user: 'LibrarySharedWithUser', group: 'LibrarySharedWithGroup', other: 'LibraryPermissionsChanged' },
  folder: { user: 'FolderSharedWithUser', group: 'FolderSharedWithGroup', other: 'FolderPermissionsChanged' },
  document: { user: 'DocumentSharedWithUser', group: 'DocumentSharedWithGroup', other: 'DocumentPermissionsChanged' },
} as const;

// Granting rights is recorded as sharing; removing, denying, or changing the end of rights as another change.
function activityOf(object: Grantable, change: Change, now: Date): ActivityEntry {
  const { principal, after } = change;
  const subject = principal > 0 ? { userId: principal } : { groupId: -principal };
  const entry = { ...object.place, contentName: object.name };
  const types = ACTIVITY[object.kind];
  const given = newlyAllowed(change, now);
  if (given !== 0) {
    const type = types[principal > 0 ? 'user' : 'group'];
    return { ...entry, type, details: { ...subject, rights: rightNames(given).join(' ') } };
  }
  const names = (bits = 0) => rightNames(bits).join(' ');
  const details = { ...subject, allow: names(after?.allow), deny: names(after?.deny) };
  return { ...entry, type: types.other, details: { ...details, expiresOn: after?.expiresAt ?? null } };
}
