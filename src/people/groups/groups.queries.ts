import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import { type RowLock, lockRow } from '../../platform/db/locks.ts';
import type { Page } from '../../platform/http/paging.ts';
import { nameKey } from '../../platform/values/names.ts';
import type { Actor, UserKey } from '../../core/actor.ts';
import { type UserRow, isNamed, userColumns } from '../users/users.queries.ts';

/** `managedBy`: the SCIM connection that manages name and members, and that alone changes them; null: site admins do. */
export type GroupRow = {
  groupId: number;
  name: string;
  nameKey: string;
  /** Members must have a second factor. */
  requiresSecondFactor: boolean;
  managedBy: string | null;
};

/** A group in the list. */
export type ListedGroup = GroupRow & { members: number };

export async function findGroup(
  sql: Db,
  deploymentId: number,
  groupId: number,
  lock?: RowLock,
): Promise<GroupRow | undefined> {
  await lockRow(sql, lock, sql`groups where deployment_id = ${deploymentId} and group_id = ${groupId}`);
  const [row] = await sql<GroupRow[]>`
    select g.group_id as "groupId", g.name, g.name_key as "nameKey",
      g.requires_second_factor as "requiresSecondFactor", ${managedBy(sql)} as "managedBy" from groups g
    where deployment_id = ${deploymentId} and group_id = ${groupId}`;
  return row;
}

/** Groups whose name starts with the prefix ('' for all), by name; one more than the page. Index: groups_name. */
export async function listGroups(
  sql: Db,
  deploymentId: number,
  prefix: string,
  page: Page<[string]>,
): Promise<ListedGroup[]> {
  const wanted = nameKey(prefix.normalize('NFC').trimStart());
  return sql<ListedGroup[]>`
    select g.group_id as "groupId", g.name, g.name_key as "nameKey",
      g.requires_second_factor as "requiresSecondFactor", ${managedBy(sql)} as "managedBy",
      (select count(*) from group_members m where m.deployment_id = g.deployment_id and m.group_id = g.group_id) as members
    from groups g
    where g.deployment_id = ${deploymentId} and starts_with(g.name_key, ${wanted})
      ${page.after === null ? sql`` : sql`and g.name_key > ${page.after[0]}`}
    order by g.name_key ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

/** Returns the new group's id. A taken name violates the index groups_name (409). */
export async function insertGroup(
  tx: Tx,
  actor: Pick<Actor, 'deploymentId' | 'now'>,
  name: { name: string; nameKey: string },
): Promise<number> {
  const [row] = await tx<{ groupId: number }[]>`
    insert into groups (deployment_id, name, name_key, created_at)
    values (${actor.deploymentId}, ${name.name}, ${name.nameKey}, ${actor.now})
    returning group_id as "groupId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.groupId;
}

export async function renameGroupRow(
  tx: Tx,
  deploymentId: number,
  groupId: number,
  name: { name: string; nameKey: string },
): Promise<void> {
  await tx`
    update groups set name = ${name.name}, name_key = ${name.nameKey}
    where deployment_id = ${deploymentId} and group_id = ${groupId}`;
}

/** Whether members must have a second factor. */
export async function storeFactorSwitch(tx: Tx, deploymentId: number, groupId: number, isOn: boolean): Promise<void> {
  await tx`
    update groups set requires_second_factor = ${isOn}
    where deployment_id = ${deploymentId} and group_id = ${groupId}`;
}

/** Deletes the group; memberships are deleted by cascade. */
export async function deleteGroupRow(tx: Tx, deploymentId: number, groupId: number): Promise<void> {
  await tx`delete from groups where deployment_id = ${deploymentId} and group_id = ${groupId}`;
}

/** Those of the groups that exist, by id, locked against deletion until the end of the transaction. */
export async function lockGroups(
  tx: Tx,
  deploymentId: number,
  groupIds: number[],
): Promise<Map<number, { requiresSecondFactor: boolean }>> {
  const rows = await tx<{ groupId: number; requiresSecondFactor: boolean }[]>`
    select group_id as "groupId", requires_second_factor as "requiresSecondFactor" from groups
    where deployment_id = ${deploymentId} and group_id = any (${groupIds}::bigint[])
    order by group_id for key share`;
  return new Map(rows.map((row) => [row.groupId, row]));
}

/** Members whose name or address starts with the prefix ('' for all), by name, then id; one more than the page. */
export async function listMembers(
  sql: Db,
  deploymentId: number,
  groupId: number,
  prefix: string,
  page: Page<[string, number]>,
): Promise<UserRow[]> {
  return sql<UserRow[]>`
    select ${userColumns(sql)} from group_members m join users u using (deployment_id, user_id)
    where m.deployment_id = ${deploymentId} and m.group_id = ${groupId} and u.deleted_at is null
      and ${isNamed(sql, prefix)}
      ${page.after === null ? sql`` : sql`and (u.name_key, u.user_id) > (${page.after[0]}, ${page.after[1]})`}
    order by u.name_key, u.user_id
    ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

/** Whether the group has a member besides these. */
export async function hasOtherMembers(
  sql: Db,
  { deploymentId, groupId }: { deploymentId: number; groupId: number },
  userIds: number[],
): Promise<boolean> {
  const [row] = await sql`
    select from group_members
    where deployment_id = ${deploymentId} and group_id = ${groupId} and user_id <> all (${userIds}::bigint[]) limit 1`;
  return row !== undefined;
}

/** Replaces all members with these users. */
export async function replaceMembers(tx: Tx, deploymentId: number, groupId: number, userIds: number[]): Promise<void> {
  await tx`
    delete from group_members
    where deployment_id = ${deploymentId} and group_id = ${groupId} and user_id <> all (${userIds}::bigint[])`;
  await tx`
    insert into group_members (deployment_id, group_id, user_id)
    select ${deploymentId}, ${groupId}, user_id from unnest(${userIds}::bigint[]) as user_id
    on conflict do nothing`;
}

/** Adds a member; false if the user already is one. */
export async function insertMember(tx: Tx, group: { deploymentId: number; groupId: number }, userId: number) {
  return (await insertMembers(tx, group, [userId])).has(userId);
}

/** Adds members; returns those who were not members before. */
export async function insertMembers(
  tx: Tx,
  group: { deploymentId: number; groupId: number },
  userIds: number[],
): Promise<Set<number>> {
  const rows = await tx<{ userId: number }[]>`
    insert into group_members (deployment_id, group_id, user_id)
    select ${group.deploymentId}, ${group.groupId}, user_id from unnest(${userIds}::bigint[]) as user_id
    on conflict do nothing returning user_id as "userId"`;
  return new Set(rows.map(({ userId }) => userId));
}

/** Removes a member; false if the user is not one. */
export async function deleteMember(tx: Tx, group: { deploymentId: number; groupId: number }, userId: number) {
  const { count } = await tx`
    delete from group_members
    where deployment_id = ${group.deploymentId} and group_id = ${group.groupId} and user_id = ${userId}`;
  return count === 1;
}

/** Removes a user from all groups. Index: group_members_user. */
export async function leaveGroups(tx: Tx, user: UserKey): Promise<void> {
  await tx`delete from group_members where deployment_id = ${user.deploymentId} and user_id = ${user.userId}`;
}

// The name of the connection that manages `groups g`. Index: scim_groups_pkey.
function managedBy(sql: Db): Fragment {
  return sql`(select c.name from scim_groups s join scim_connections c using (deployment_id, connection_id)
    where s.deployment_id = g.deployment_id and s.group_id = g.group_id)`;
}
