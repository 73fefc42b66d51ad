/** Writing groups (docs/api.md, "People"). For site admins. */
import type { Deps } from '../../deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { invalidParameter } from '../../platform/errors.ts';
import { containerName, nameKey } from '../../platform/names.ts';
import { recordActivity } from '../activity/activity.queries.ts';
import type { Actor } from '../actor.ts';
import { deleteEntriesOf } from '../permissions/permissions.queries.ts';
import { type UserRow, holdUsers } from '../users/users.queries.ts';
import { accessGroup } from './groups.access.ts';
import { deleteGroupRow, insertGroup, listMembers, renameGroupRow, replaceMembers } from './groups.queries.ts';

export type NamedGroup = { groupId: number; name: string };

/** 400 for a bad name, 409 for a name that is taken. */
export async function createGroup(deps: Deps, actor: Actor, wanted: string): Promise<NamedGroup> {
  const name = groupName(wanted);
  return transaction(deps.sql, async (tx) => {
    const groupId = await insertGroup(tx, actor, name);
    await recordActivity(tx, actor, { type: 'GroupCreated', contentName: name.name, details: { groupId } });
    return { groupId, name: name.name };
  });
}

/** As creating. */
export async function renameGroup(deps: Deps, actor: Actor, groupId: number, wanted: string): Promise<NamedGroup> {
  const name = groupName(wanted);
  return transaction(deps.sql, async (tx) => {
    const { name: from } = await accessGroup(tx, actor, groupId, 'change');
    await renameGroupRow(tx, actor.deploymentId, groupId, name);
    await recordActivity(tx, actor, { type: 'GroupChanged', contentName: name.name, details: { groupId, from } });
    return { groupId, name: name.name };
  });
}

/** Deletes the group with all that was granted or denied to it. */
export async function deleteGroup(deps: Deps, actor: Actor, groupId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const { name: contentName } = await accessGroup(tx, actor, groupId, 'change');
    await deleteEntriesOf(tx, actor.deploymentId, -groupId);
    await deleteGroupRow(tx, actor.deploymentId, groupId);
    await recordActivity(tx, actor, { type: 'GroupDeleted', contentName, details: { groupId } });
  });
}

/** Makes exactly these users the members and returns them. 400 naming those who are no users of the deployment. */
export async function setMembers(deps: Deps, actor: Actor, groupId: number, wanted: number[]): Promise<UserRow[]> {
  const { deploymentId } = actor;
  const userIds = [...new Set(wanted)];
  return transaction(deps.sql, async (tx) => {
    const { name: contentName } = await accessGroup(tx, actor, groupId, 'change');
    const known = await holdUsers(tx, deploymentId, userIds);
    const unknown = userIds.filter((id) => !known.has(id));
    if (unknown.length > 0) throw invalidParameter('body', `There is no user ${unknown.join(', ')}.`);
    await replaceMembers(tx, deploymentId, groupId, userIds);
    const details = { groupId, members: userIds.length };
    await recordActivity(tx, actor, { type: 'GroupChanged', contentName, details });
    return listMembers(tx, deploymentId, groupId, { limit: null, after: null });
  });
}

function groupName(wanted: string): { name: string; nameKey: string } {
  const name = containerName(wanted, 'GroupName');
  return { name, nameKey: nameKey(name) };
}
