/** Group management for site admins (docs/api/users.md#groups). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { invalidParameter, notFound } from '../../platform/errors.ts';
import { WHOLE_LIST } from '../../platform/http/paging.ts';
import { containerName, nameKey } from '../../platform/values/names.ts';
import { type WithSteps, runSteps } from '../../platform/steps.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { freshSessionOf } from '../credentials/fresh.ts';
import { applyFactorRule } from '../factor-rule/factor-rule.steps.ts';
import { type UserRow, lockUsers } from '../users/users.queries.ts';
import { accessGroup, accessManagedGroup } from './groups.access.ts';
import type { ChangeGroupBody } from './groups.schema.ts';
import type { GroupSteps } from './groups.steps.ts';
import {
  deleteGroupRow,
  deleteMember,
  hasOtherMembers,
  insertGroup,
  insertMember,
  listMembers,
  renameGroupRow,
  replaceMembers,
  storeFactorSwitch,
} from './groups.queries.ts';

export type NamedGroup = { groupId: number; name: string; requiresSecondFactor: boolean };

/** 400 for an invalid name, 409 for a taken one. */
export async function createGroup(deps: Deps, actor: Actor, wanted: string): Promise<NamedGroup> {
  const name = groupName(wanted);
  return creation(deps.sql, actor, async (tx) => {
    const groupId = await insertGroup(tx, actor, name);
    await recordActivity(tx, actor, { type: 'GroupCreated', contentName: name.name, details: { groupId } });
    return { groupId, name: name.name, requiresSecondFactor: false };
  });
}

/**
 * Same errors as createGroup; 400 for an empty change. The switch is a choice of site admins also in groups that a SCIM
 * connection manages; turning it off requires fresh authentication.
 */
export async function changeGroup(
  deps: Deps,
  actor: Actor,
  groupId: number,
  { GroupName, RequiresSecondFactor: isRequired }: Static<typeof ChangeGroupBody>,
): Promise<NamedGroup> {
  if (GroupName === undefined && isRequired === undefined) {
    throw invalidParameter('body', 'Nothing to change: give GroupName or RequiresSecondFactor.');
  }
  const name = GroupName === undefined ? null : groupName(GroupName);
  return transaction(deps.sql, async (tx) => {
    const group = await (name === null ? accessManagedGroup : accessGroup)(tx, actor, groupId, 'change');
    const changed = { ...group, ...name };
    if (name !== null) await renameGroupRow(tx, actor.deploymentId, groupId, name);
    if (isRequired !== undefined && isRequired !== group.requiresSecondFactor) {
      await switchFactorRule(tx, actor, groupId, isRequired);
      changed.requiresSecondFactor = isRequired;
    }
    const details = { groupId, from: group.name, requiresSecondFactor: changed.requiresSecondFactor };
    await recordActivity(tx, actor, { type: 'GroupChanged', contentName: changed.name, details });
    return changed;
  });
}

/** Deletes the group with its grants and denials. */
export async function deleteGroup(deps: WithSteps<GroupSteps>, actor: Actor, groupId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const { name: contentName, requiresSecondFactor } = await accessGroup(tx, actor, groupId, 'change');
    if (requiresSecondFactor) freshSessionOf(actor);
    await runSteps(tx, deps.steps.groupDeletion, { deploymentId: actor.deploymentId, groupId });
    await deleteGroupRow(tx, actor.deploymentId, groupId);
    await recordActivity(tx, actor, { type: 'GroupDeleted', contentName, details: { groupId } });
  });
}

/** Replaces the members and returns them. 400 for ids that are not users of the deployment. */
export async function setMembers(deps: Deps, actor: Actor, groupId: number, wanted: number[]): Promise<UserRow[]> {
  const { deploymentId } = actor;
  const userIds = [...new Set(wanted)];
  return transaction(deps.sql, async (tx) => {
    const { name: contentName, requiresSecondFactor } = await accessGroup(tx, actor, groupId, 'change');
    if (requiresSecondFactor && (await hasOtherMembers(tx, { deploymentId, groupId }, userIds))) freshSessionOf(actor);
    const known = await lockUsers(tx, deploymentId, userIds);
    const unknown = userIds.filter((id) => !known.has(id));
    if (unknown.length > 0) throw invalidParameter('body', `There is no user ${unknown.join(', ')}.`);
    await replaceMembers(tx, deploymentId, groupId, userIds);
    const details = { groupId, members: userIds.length };
    await recordActivity(tx, actor, { type: 'GroupChanged', contentName, details });
    return listMembers(tx, deploymentId, groupId, '', WHOLE_LIST);
  });
}

/** Adds a member. Idempotent. 404 for an unknown group or user. */
export async function addMember(deps: Deps, actor: Actor, groupId: number, userId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const { name: contentName } = await accessGroup(tx, actor, groupId, 'change');
    if (!(await lockUsers(tx, actor.deploymentId, [userId])).has(userId)) throw notFound('user');
    if (!(await insertMember(tx, { ...actor, groupId }, userId))) return;
    await recordActivity(tx, actor, { type: 'GroupChanged', contentName, details: { groupId, added: userId } });
  });
}

/** Removes a member. 404 for an unknown group or member. */
export async function removeMember(deps: Deps, actor: Actor, groupId: number, userId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const { name: contentName, requiresSecondFactor } = await accessGroup(tx, actor, groupId, 'change');
    if (requiresSecondFactor) freshSessionOf(actor);
    if (!(await deleteMember(tx, { ...actor, groupId }, userId))) throw notFound('member');
    await recordActivity(tx, actor, { type: 'GroupChanged', contentName, details: { groupId, removed: userId } });
  });
}

async function switchFactorRule(tx: Tx, actor: Actor, groupId: number, isOn: boolean): Promise<void> {
  if (!isOn) freshSessionOf(actor);
  await storeFactorSwitch(tx, actor.deploymentId, groupId, isOn);
  await applyFactorRule(tx, actor.deploymentId, actor.now);
}

function groupName(wanted: string): { name: string; nameKey: string } {
  const name = containerName(wanted, 'GroupName');
  return { name, nameKey: nameKey(name) };
}
