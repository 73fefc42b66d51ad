/** Adds, changes and deletes groups for an identity provider (docs/api/scim.md#groups). */
import { transaction, type Tx } from '../../platform/db/connection.ts';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import { containerName, nameKey } from '../../platform/values/names.ts';
import { type WithSteps, runSteps } from '../../platform/steps.ts';
import type { Connection } from '../connections/authenticate-connection.ts';
import type { GroupSteps } from '../groups/groups.steps.ts';
import { deleteGroupRow, insertGroup, insertMembers, renameGroupRow } from '../groups/groups.queries.ts';
import { assertCurrent, assertVersion, recordByConnection, valueOf } from './connection-activity.steps.ts';
import { type GroupDraft, type MemberChange, readGroup, readGroupOperations } from '../scim-protocol/member-changes.ts';
import { type Operation, readBody } from '../scim-protocol/requests.ts';
import { scimError } from '../scim-protocol/scim-errors.ts';
import {
  deleteMatchingMembers,
  deleteMembers,
  deleteOtherMembers,
  findScimGroup,
  lockPossibleMembers,
  storeGroupLink,
} from './scim-groups.queries.ts';
import { type ScimGroupRow, versionOfGroup } from './scim.presenter.ts';

/** The group of a request; `ifMatch`: the version that the client has seen. */
export type GroupTarget = { groupId: number | null; ifMatch: string | undefined };

/** 409 uniqueness for a taken name, 400 for members whom the connection does not see. */
export async function createScimGroup(deps: Deps, connection: Connection, body: unknown): Promise<ScimGroupRow> {
  const draft = readGroup(readBody(body));
  const name = nameOf(draft.displayName);
  return transaction(deps.sql, async (tx) => {
    await assertCurrent(tx, connection);
    const groupId = await insertGroup(tx, connection, name);
    await storeGroupLink(tx, connection, groupId, draft.externalId ?? null);
    const { added } = await changeMembers(tx, connection, groupId, draft.members);
    const details = { groupId, members: added };
    await recordByConnection(tx, connection, { type: 'GroupCreated', contentName: name.name, details });
    return read(tx, connection, groupId);
  });
}

/** Replaces the attributes; without `members` those stay. */
export async function replaceScimGroup(
  deps: Deps,
  connection: Connection,
  target: GroupTarget,
  body: unknown,
): Promise<ScimGroupRow> {
  return changeGroup(deps, connection, target, readGroup(readBody(body)));
}

/** Applies a PATCH (RFC 7644, section 3.5.2): all operations, or none. */
export async function patchScimGroup(
  deps: Deps,
  connection: Connection,
  target: GroupTarget,
  operations: Operation[],
): Promise<ScimGroupRow> {
  return changeGroup(deps, connection, target, readGroupOperations(operations));
}

/** Deletes the group with its grants and denials, as in the app. */
export async function deleteScimGroup(
  deps: WithSteps<GroupSteps>,
  connection: Connection,
  target: GroupTarget,
): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    await assertCurrent(tx, connection);
    const { groupId, name: contentName } = await lockTarget(tx, connection, target);
    const { deploymentId } = connection;
    await runSteps(tx, deps.steps.groupDeletion, { deploymentId, groupId });
    await deleteGroupRow(tx, deploymentId, groupId);
    await recordByConnection(tx, connection, { type: 'GroupDeleted', contentName, details: { groupId } });
  });
}

async function changeGroup(
  deps: Deps,
  connection: Connection,
  target: GroupTarget,
  draft: GroupDraft,
): Promise<ScimGroupRow> {
  return transaction(deps.sql, async (tx) => {
    await assertCurrent(tx, connection);
    const before = await lockTarget(tx, connection, target);
    const { groupId } = before;
    const name = draft.displayName === undefined ? before : nameOf(draft.displayName);
    const externalId = draft.externalId === undefined ? before.externalId : draft.externalId;
    const isRenamed = name.name !== before.name;
    if (!before.isManaged || externalId !== before.externalId)
      await storeGroupLink(tx, connection, groupId, externalId);
    if (isRenamed) await renameGroupRow(tx, connection.deploymentId, groupId, name);
    const { added, removed } = await changeMembers(tx, connection, groupId, draft.members);
    if (!before.isManaged || isRenamed || added + removed > 0) {
      const from = isRenamed ? { from: before.name } : {};
      const managed = before.isManaged ? {} : { managed: true };
      const details = { groupId, ...from, ...managed, addedMembers: added, removedMembers: removed };
      await recordByConnection(tx, connection, { type: 'GroupChanged', contentName: name.name, details });
    }
    return read(tx, connection, groupId);
  });
}

async function changeMembers(
  tx: Tx,
  connection: Connection,
  groupId: number,
  changes: MemberChange[],
): Promise<{ added: number; removed: number }> {
  const group = { deploymentId: connection.deploymentId, groupId };
  let [added, removed] = [0, 0];
  for (const change of changes) {
    if (change.kind === 'matching') removed += await deleteMatchingMembers(tx, group, change.filter);
    else if (change.kind === 'only') {
      const ids = await lockKnown(tx, connection, groupId, change.ids);
      removed += await deleteOtherMembers(tx, group, ids);
      added += (await insertMembers(tx, group, ids)).size;
    } else {
      const ids = await lockKnown(tx, connection, groupId, change.added);
      if (change.removed.size > 0) removed += await deleteMembers(tx, group, [...change.removed]);
      if (ids.length > 0) added += (await insertMembers(tx, group, ids)).size;
    }
  }
  return { added, removed };
}

async function lockKnown(tx: Tx, connection: Connection, groupId: number, ids: Set<number>): Promise<number[]> {
  if (ids.size === 0) return [];
  const known = await lockPossibleMembers(tx, connection, groupId, [...ids]);
  const unknown = [...ids].filter((id) => !known.has(id));
  if (unknown.length === 0) return [...ids];
  throw scimError('invalidValue', `There is no user ${unknown.slice(0, 10).join(', ')}.`);
}

async function lockTarget(tx: Tx, connection: Connection, { groupId, ifMatch }: GroupTarget): Promise<ScimGroupRow> {
  const row = groupId === null ? undefined : await findScimGroup(tx, connection, groupId, 'change');
  if (row === undefined) throw notFound('group');
  assertVersion(ifMatch, versionOfGroup(row));
  return row;
}

async function read(tx: Tx, connection: Connection, groupId: number): Promise<ScimGroupRow> {
  const row = await findScimGroup(tx, connection, groupId);
  if (row === undefined) throw new Error('The changed group was not found.');
  return row;
}

function nameOf(wanted: string): { name: string; nameKey: string } {
  const name = valueOf('displayName', (parameter) => containerName(wanted, parameter));
  return { name, nameKey: nameKey(name) };
}
