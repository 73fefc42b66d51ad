import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import { type RowLock, lockRow } from '../../platform/db/locks.ts';
import { nameKey } from '../../platform/values/names.ts';
import type { Connection } from '../connections/authenticate-connection.ts';
import { type Attributes, conditionOf } from '../scim-protocol/conditions.queries.ts';
import type { Filter } from '../scim-protocol/filters.ts';
import type { ListRequest } from '../scim-protocol/requests.ts';
import { GROUP_URN } from '../scim-protocol/schemas.ts';
import type { Named, ScimGroupRow } from './scim.presenter.ts';
import { isVisibleGroup, isVisibleUser } from './scim-users.queries.ts';

type Viewer = Pick<Connection, 'deploymentId' | 'connectionId' | 'managesExisting'>;
type GroupKey = { deploymentId: number; groupId: number };

/** A group that the connection sees. */
export async function findScimGroup(
  sql: Db,
  viewer: Viewer,
  groupId: number,
  lock?: RowLock,
): Promise<ScimGroupRow | undefined> {
  await lockRow(sql, lock, sql`groups where deployment_id = ${viewer.deploymentId} and group_id = ${groupId}`);
  const [row] = await sql<ScimGroupRow[]>`
    select ${columns(sql)} from groups g left join scim_groups s using (deployment_id, group_id)
    where g.deployment_id = ${viewer.deploymentId} and g.group_id = ${groupId} and ${isVisibleGroup(sql, viewer)}`;
  return row;
}

export type ListedScimGroup = ScimGroupRow & { memberCount: number };

/**
 * A page of the groups that the connection sees, by id, with the number of all. Indexes: groups_name for filters by
 * displayName, scim_groups_connection for those by externalId; group_members_pkey for the versions of the page.
 */
export async function listScimGroups(
  sql: Db,
  viewer: Viewer,
  { first, count, filter }: ListRequest,
): Promise<{ rows: ListedScimGroup[]; total: number }> {
  const wanted = filter === null ? sql`true` : conditionOf(sql, filter, attributes(sql), GROUP_URN);
  const from = sql`from groups g left join scim_groups s using (deployment_id, group_id)
    where g.deployment_id = ${viewer.deploymentId} and ${isVisibleGroup(sql, viewer)} and ${wanted}`;
  const [all] = await sql<{ total: number }[]>`select count(*) as total ${from}`;
  const total = all?.total ?? 0;
  if (count === 0 || total < first) return { rows: [], total };
  const rows = await sql<ListedScimGroup[]>`
    select ${columns(sql)}, (select count(*) from group_members m
      where m.deployment_id = g.deployment_id and m.group_id = g.group_id) as "memberCount"
    ${from} order by g.group_id limit ${count} offset ${first - 1}`;
  return { rows, total };
}

/** The members of these groups, by group and id. Index: group_members_pkey. */
export async function listMembersOf(
  sql: Db,
  { deploymentId }: Viewer,
  groupIds: number[],
): Promise<Map<number, Named[]>> {
  if (groupIds.length === 0) return new Map();
  const rows = await sql<(Named & { groupId: number })[]>`
    select m.group_id as "groupId", m.user_id as id, u.name
    from group_members m join users u using (deployment_id, user_id)
    where m.deployment_id = ${deploymentId} and m.group_id = any (${groupIds}::bigint[])
    order by m.group_id, m.user_id`;
  return Map.groupBy(rows, ({ groupId }) => groupId);
}

/** Those of the people that the connection sees or the group has already. They cannot be deleted until the end of the transaction. */
export async function lockPossibleMembers(
  tx: Tx,
  viewer: Viewer,
  groupId: number,
  userIds: number[],
): Promise<Set<number>> {
  const rows = await tx<{ userId: number }[]>`
    select u.user_id as "userId" from users u left join scim_users s using (deployment_id, user_id)
    where u.deployment_id = ${viewer.deploymentId} and u.user_id = any (${userIds}::bigint[]) and u.deleted_at is null
      and ((${isVisibleUser(tx, viewer)}) or exists (select from group_members m
        where m.deployment_id = u.deployment_id and m.group_id = ${groupId} and m.user_id = u.user_id))
    order by u.user_id for key share of u`;
  return new Set(rows.map(({ userId }) => userId));
}

/** Removes these members; returns how many there were. */
export async function deleteMembers(tx: Tx, group: GroupKey, userIds: number[]): Promise<number> {
  const { count } = await tx`
    delete from group_members
    where deployment_id = ${group.deploymentId} and group_id = ${group.groupId} and user_id = any (${userIds}::bigint[])`;
  return count;
}

/** Removes all members but these; returns how many there were. */
export async function deleteOtherMembers(tx: Tx, group: GroupKey, userIds: number[]): Promise<number> {
  const { count } = await tx`
    delete from group_members
    where deployment_id = ${group.deploymentId} and group_id = ${group.groupId}
      and user_id not in (select user_id from unnest(${userIds}::bigint[]) as user_id)`;
  return count;
}

/** Removes the members that meet the filter; returns how many. */
export async function deleteMatchingMembers(tx: Tx, group: GroupKey, filter: Filter): Promise<number> {
  const { count } = await tx`
    delete from group_members m using users u
    where m.deployment_id = ${group.deploymentId} and m.group_id = ${group.groupId}
      and u.deployment_id = m.deployment_id and u.user_id = m.user_id and ${conditionOf(tx, filter, memberAttributes(tx))}`;
  return count;
}

/** Lets the connection manage the group. */
export async function storeGroupLink(
  tx: Tx,
  viewer: Viewer,
  groupId: number,
  externalId: string | null,
): Promise<void> {
  await tx`
    insert into scim_groups (deployment_id, group_id, connection_id, external_id)
    values (${viewer.deploymentId}, ${groupId}, ${viewer.connectionId}, ${externalId})
    on conflict (deployment_id, group_id) do update set external_id = excluded.external_id`;
}

function attributes(sql: Db): Attributes {
  return {
    id: { type: 'id', value: sql`g.group_id` },
    displayname: { type: 'text', value: sql`g.name_key`, fold: nameKey },
    externalid: { type: 'exact', value: sql`s.external_id` },
    'meta.created': { type: 'time', value: sql`g.created_at` },
    members: {
      type: 'many',
      some: (condition) => sql`exists (
        select from group_members m join users u using (deployment_id, user_id)
        where m.deployment_id = g.deployment_id and m.group_id = g.group_id and ${condition})`,
      of: memberAttributes(sql),
    },
  };
}

function memberAttributes(sql: Db): Attributes {
  return {
    value: { type: 'id', value: sql`m.user_id` },
    display: { type: 'text', value: sql`u.name_key`, fold: nameKey },
  };
}

function columns(sql: Db): Fragment {
  return sql`
    g.group_id as "groupId", g.name, g.name_key as "nameKey", g.created_at as "createdAt",
    s.group_id is not null as "isManaged", s.external_id as "externalId",
    (select md5(coalesce(string_agg(m.user_id::text, ',' order by m.user_id), '')) from group_members m
      where m.deployment_id = g.deployment_id and m.group_id = g.group_id) as "membersVersion"`;
}
