/** Changes the permissions of a library, folder or document (docs/api/permissions.md#changing-entries). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { invalidParameter } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { lockGroups } from '../../people/groups/groups.queries.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { lockUsers } from '../../people/users/users.queries.ts';
import { changeEntries, entriesAfter, notifyOfAccess } from './changes.steps.ts';
import { accessGrantable } from './permissions.access.ts';
import { readEntries, subjectAt } from './permissions.body.ts';
import { type Change, changesBetween } from './gains.ts';
import { type PermissionEntry, type EntryRow, type ObjectKind, listEntries } from './permissions.queries.ts';
import { entriesTag } from './permissions.presenter.ts';
import type { PermissionsBody } from './permissions.schema.ts';
import { isReadable } from '../rights/rights.ts';

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
  const indexes = readEntries(body);
  return transaction(deps.sql, async (tx) => {
    const object = await accessGrantable(tx, actor, kind, id, 'change');
    const present = await listEntries(tx, object);
    assertPreconditions(actor, 'permissions', id, () => {
      return { etag: entriesTag(present), modifiedAt: object.changedAt };
    });
    const changes = changesBetween(present, [...indexes.keys()]);
    await assertValid(tx, actor, indexes, changes);
    const { before, after } = await changeEntries(tx, actor, object, changes);
    const readers = new Set(before.filter(isReadable).map(({ userId }) => userId));
    const newReaders = after.filter((user) => isReadable(user) && !readers.has(user.userId));
    await notifyOfAccess(tx, actor, object, newReaders);
    return listEntries(tx, object);
  });
}

async function assertValid(
  tx: Tx,
  actor: Actor,
  indexes: Map<PermissionEntry, number>,
  changes: Change[],
): Promise<void> {
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
    const index = indexes.get(entry) ?? -1;
    if (principal > 0 ? !users.has(principal) : !groups.has(-principal)) {
      const subject = principal > 0 ? `user ${principal}` : `group ${-principal}`;
      throw invalidParameter(subjectAt(index, principal), `There is no ${subject}.`);
    }
    if (expiresAt !== null && Date.parse(expiresAt) <= actor.now.getTime()) {
      throw invalidParameter(`${index}.ExpiresOn`, 'ExpiresOn must be in the future.');
    }
  }
}
