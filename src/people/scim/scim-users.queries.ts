import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import { lockRow, type RowLock } from '../../platform/db/locks.ts';
import { emailKey } from '../../platform/values/email.ts';
import { nameKey } from '../../platform/values/names.ts';
import type { Connection } from '../connections/authenticate-connection.ts';
import { type Attributes, conditionOf } from '../scim-protocol/conditions.queries.ts';
import type { ListRequest } from '../scim-protocol/requests.ts';
import { USER_URN } from '../scim-protocol/schemas.ts';
import type { Named, ScimUserRow } from './scim.presenter.ts';
import type { ScimEmail } from '../scim-protocol/user-draft.ts';

type Viewer = Pick<Connection, 'deploymentId' | 'connectionId' | 'managesExisting'>;

/** A person whom the connection sees. */
export async function findScimUser(
  sql: Db,
  viewer: Viewer,
  userId: number,
  lock?: RowLock,
): Promise<ScimUserRow | undefined> {
  await lockRow(sql, lock, sql`users where deployment_id = ${viewer.deploymentId} and user_id = ${userId}`);
  const [row] = await sql<ScimUserRow[]>`
    select ${columns(sql)} from users u left join scim_users s using (deployment_id, user_id)
    where u.deployment_id = ${viewer.deploymentId} and u.user_id = ${userId} and ${isVisibleUser(sql, viewer)}`;
  return row;
}

/**
 * A page of the people whom the connection sees, by id, with the number of all. Indexes: users_email for filters by
 * userName, scim_users_connection for those by externalId.
 */
export async function listScimUsers(
  sql: Db,
  viewer: Viewer,
  { first, count, filter }: ListRequest,
): Promise<{ rows: ScimUserRow[]; total: number }> {
  const wanted = filter === null ? sql`true` : conditionOf(sql, filter, attributes(sql, viewer), USER_URN);
  const from = sql`from users u left join scim_users s using (deployment_id, user_id)
    where u.deployment_id = ${viewer.deploymentId} and ${isVisibleUser(sql, viewer)} and ${wanted}`;
  const [all] = await sql<{ total: number }[]>`select count(*) as total ${from}`;
  const total = all?.total ?? 0;
  if (count === 0 || total < first) return { rows: [], total };
  const rows = await sql<ScimUserRow[]>`
    select ${columns(sql)} ${from} order by u.user_id limit ${count} offset ${first - 1}`;
  return { rows, total };
}

/** The groups of these people that the connection sees, by person and name. Index: group_members_user. */
export async function listGroupsOf(sql: Db, viewer: Viewer, userIds: number[]): Promise<Map<number, Named[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await sql<(Named & { userId: number })[]>`
    select m.user_id as "userId", g.group_id as id, g.name
    from group_members m join groups g using (deployment_id, group_id) left join scim_groups s using (deployment_id, group_id)
    where m.deployment_id = ${viewer.deploymentId} and m.user_id = any (${userIds}::bigint[])
      and ${isVisibleGroup(sql, viewer)}
    order by m.user_id, g.name_key`;
  return Map.groupBy(rows, ({ userId }) => userId);
}

/**
 * A deactivated person whom the connection deleted, by address: adding the person again brings the account back. Locked.
 * Site admins are not found. Indexes: users_email, scim_users_pkey.
 */
export async function lockRemovedUser(tx: Tx, viewer: Viewer, email: string): Promise<number | undefined> {
  const [row] = await tx<{ userId: number }[]>`
    select u.user_id as "userId" from users u join scim_users s using (deployment_id, user_id)
    where u.deployment_id = ${viewer.deploymentId} and u.email_key = ${emailKey(email)} and u.deleted_at is null
      and u.deactivated_at is not null and not u.is_site_admin
      and s.connection_id = ${viewer.connectionId} and s.removed_at is not null
    for no key update of u`;
  return row?.userId;
}

export type UserLink = {
  externalId: string | null;
  givenName: string | null;
  familyName: string | null;
  emails: ScimEmail[] | null;
};

/** Lets the connection manage the person, with what only SCIM knows about the person. */
export async function storeUserLink(tx: Tx, viewer: Viewer, userId: number, link: UserLink): Promise<void> {
  const { externalId, givenName, familyName } = link;
  const emails = link.emails === null ? null : tx.json(link.emails);
  await tx`
    insert into scim_users as s (deployment_id, user_id, connection_id, external_id, given_name, family_name, emails)
    values (${viewer.deploymentId}, ${userId}, ${viewer.connectionId}, ${externalId}, ${givenName}, ${familyName}, ${emails})
    on conflict (deployment_id, user_id) do update set external_id = excluded.external_id,
      given_name = excluded.given_name, family_name = excluded.family_name, emails = excluded.emails, removed_at = null`;
}

/** The connection no longer sees the person; see lockRemovedUser. */
export async function markUserRemoved(tx: Tx, viewer: Viewer, userId: number, now: Date): Promise<void> {
  await tx`
    insert into scim_users as s (deployment_id, user_id, connection_id, removed_at)
    values (${viewer.deploymentId}, ${userId}, ${viewer.connectionId}, ${now})
    on conflict (deployment_id, user_id) do update set removed_at = excluded.removed_at, external_id = null,
      given_name = null, family_name = null, emails = null`;
}

/** For a user who is deleted in Carrel. */
export async function deleteUserLink(tx: Tx, user: { deploymentId: number; userId: number }): Promise<void> {
  await tx`delete from scim_users where deployment_id = ${user.deploymentId} and user_id = ${user.userId}`;
}

/** A condition on `users u` and `scim_users s`, which may be null. */
export function isVisibleUser(sql: Db, { connectionId, managesExisting }: Viewer): Fragment {
  const existing = managesExisting ? sql`or s.user_id is null` : sql``;
  return sql`u.deleted_at is null and ((s.connection_id = ${connectionId} and s.removed_at is null) ${existing})`;
}

/**
 * A condition on `groups g` and `scim_groups s`, which may be null. An existing group that requires a second factor is
 * invisible: a token must not empty it (docs/api/authentication.md#required-second-factors).
 */
export function isVisibleGroup(sql: Db, { connectionId, managesExisting }: Viewer): Fragment {
  return managesExisting
    ? sql`(s.connection_id = ${connectionId} or (s.group_id is null and not g.requires_second_factor))`
    : sql`s.connection_id = ${connectionId}`;
}

const lower = (text: string) => text.toLowerCase();

function attributes(sql: Db, viewer: Viewer): Attributes {
  const name = { type: 'text', value: sql`u.name_key`, fold: nameKey } as const;
  return {
    id: { type: 'id', value: sql`u.user_id` },
    username: { type: 'text', value: sql`u.email_key`, fold: emailKey },
    externalid: { type: 'exact', value: sql`s.external_id` },
    displayname: name,
    'name.formatted': name,
    'name.givenname': { type: 'text', value: sql`lower(s.given_name) collate "C"`, fold: lower },
    'name.familyname': { type: 'text', value: sql`lower(s.family_name) collate "C"`, fold: lower },
    active: { type: 'boolean', value: sql`(u.deactivated_at is null)` },
    'meta.created': { type: 'time', value: sql`u.created_at` },
    emails: {
      type: 'many',
      some: (condition) => sql`exists (
        select from jsonb_to_recordset(coalesce(s.emails, '[]')) as e (value text, type text, "primary" boolean)
        where ${condition})`,
      of: {
        value: { type: 'text', value: sql`lower(e.value) collate "C"`, fold: lower },
        type: { type: 'text', value: sql`lower(e.type) collate "C"`, fold: lower },
        primary: { type: 'boolean', value: sql`coalesce(e."primary", false)` },
      },
    },
    groups: {
      type: 'many',
      some: (condition) => sql`exists (
        select from group_members m join groups g using (deployment_id, group_id)
          left join scim_groups s using (deployment_id, group_id)
        where m.deployment_id = u.deployment_id and m.user_id = u.user_id and ${isVisibleGroup(sql, viewer)}
          and ${condition})`,
      of: {
        value: { type: 'id', value: sql`g.group_id` },
        display: { type: 'text', value: sql`g.name_key`, fold: nameKey },
      },
    },
  };
}

function columns(sql: Db): Fragment {
  return sql`
    u.user_id as "userId", u.email, u.name, u.is_site_admin as "isSiteAdmin",
    u.deactivated_at is not null as "isDeactivated", u.password_hash is not null as "hasPassword",
    u.created_at as "createdAt", s.user_id is not null as "isManaged", s.external_id as "externalId",
    s.given_name as "givenName", s.family_name as "familyName", s.emails`;
}
