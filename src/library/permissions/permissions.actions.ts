/** Changes the permissions of a library, folder or document (docs/api/permissions.md#changing-entries). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { forbidden, invalidParameter } from '../../platform/errors.ts';
import { type ActivityEntry, recordActivities } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { lockGroups } from '../../people/groups/groups.queries.ts';
import { mention } from '../../core/notifications/markup.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { lockUsers } from '../../people/users/users.queries.ts';
import { type Grantable, accessGrantable } from './permissions.access.ts';
import { readEntries, subjectAt } from './permissions.body.ts';
import { type Change, changesBetween, gains, gainsUntil, newlyAllowed } from './gains.ts';
import {
  type PermissionEntry,
  type EntryRow,
  type ObjectKind,
  type UserRights,
  deleteEntries,
  insertEntries,
  listEntries,
  listRightsOf,
  markChanged,
} from './permissions.queries.ts';
import { entriesTag } from './permissions.presenter.ts';
import type { PermissionsBody } from './permissions.schema.ts';
import { isReadable, rightNames } from '../rights/rights.ts';

/**
 * Replaces the object's own entries and returns them. Notifies users who can read it now and could not before. 400 for
 * invalid entries, 403 for rights that the actor lacks; unchanged entries are not checked.
 */
export async function setPermissions(
  deps: Deps,
  actor: Actor,
  kind: ObjectKind,
  id: number,
  body: Static<typeof PermissionsBody>,
): Promise<EntryRow[]> {
  const wanted = readEntries(body);
  return transaction(deps.sql, async (tx) => {
    const object = await accessGrantable(tx, actor, kind, id, 'change');
    const present = await listEntries(tx, object);
    assertPreconditions(actor, 'permissions', id, () => {
      return { etag: entriesTag(present), modifiedAt: object.changedAt };
    });
    const changes = changesBetween(present, wanted);
    await assertValid(tx, actor, wanted, changes);
    await assertMayGive(tx, actor, object, changes);
    const principals = changes.map(({ principal }) => principal);
    const before = await listRightsOf(tx, object, principals, actor.now);
    await deleteEntries(tx, object, principals);
    await insertEntries(tx, object, entriesAfter(changes), { grantedBy: actor.userId, now: actor.now });
    await markChanged(tx, object, actor.now);
    const entries = changes.map((change) => activityOf(object, change, actor.now));
    await recordActivities(tx, actor, entries);
    await notifyNewReaders(tx, actor, object, before, await listRightsOf(tx, object, principals, actor.now));
    return listEntries(tx, object);
  });
}

async function assertValid(tx: Tx, actor: Actor, wanted: PermissionEntry[], changes: Change[]): Promise<void> {
  const entries = entriesAfter(changes);
  const principals = entries.map(({ principal }) => principal);
  const users = await lockUsers(
    tx,
    actor.deploymentId,
    principals.filter((principal) => principal > 0),
  );
  const groups = await lockGroups(
    tx,
    actor.deploymentId,
    principals.filter((principal) => principal < 0).map((principal) => -principal),
  );
  for (const entry of entries) {
    const { principal, expiresAt } = entry;
    const index = wanted.indexOf(entry);
    if (principal > 0 ? !users.has(principal) : !groups.has(-principal)) {
      const subject = principal > 0 ? `user ${principal}` : `group ${-principal}`;
      throw invalidParameter(subjectAt(index, principal), `There is no ${subject}.`);
    }
    if (expiresAt !== null && Date.parse(expiresAt) <= actor.now.getTime()) {
      throw invalidParameter(`${index}.ExpiresOn`, 'ExpiresOn must be in the future.');
    }
  }
}

// Nobody can grant more rights than they have, nor for longer: checked as of the end of the grant.
async function assertMayGive(tx: Tx, actor: Actor, object: Grantable, changes: Change[]): Promise<void> {
  const given = changes.filter((change) => gains(change, actor.now) !== 0);
  for (const end of new Set(given.map((change) => gainsUntil(change, actor.now)))) {
    const then = await accessGrantable(tx, { ...actor, now: new Date(end) }, object.kind, object.id);
    const until = given.filter((change) => gainsUntil(change, actor.now) === end);
    const lacking = rightNames(until.reduce((bits, change) => bits | gains(change, actor.now), 0) & ~then.rights);
    if (lacking.length > 0)
      throw forbidden(
        `You cannot grant rights that you lack on this ${object.kind}, or for longer: ${lacking.join(', ')}.`,
      );
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

const MENTION = { library: 'LibraryId', folder: 'FolderId', document: 'DocumentId' } as const;

async function notifyNewReaders(
  tx: Tx,
  actor: Actor,
  object: Grantable,
  before: UserRights[],
  after: UserRights[],
): Promise<void> {
  const readers = new Set(before.filter(isReadable).map(({ userId }) => userId));
  const told = after
    .filter((user) => isReadable(user) && !readers.has(user.userId) && user.userId !== actor.userId)
    .map(({ userId }) => userId);
  const what = mention(MENTION[object.kind], object.id, object.name);
  const message = `${mention('UserId', actor.userId, actor.name)} gave you access to ${what}`;
  await insertNotifications(tx, actor.deploymentId, told, message, actor.now);
}

function entriesAfter(changes: Change[]): PermissionEntry[] {
  return changes.flatMap(({ after }) => (after === undefined ? [] : [after]));
}
