import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import { type RowLock, lockAndFind } from '../../platform/db/locks.ts';
import { type PersonRow, personOf } from '../../core/persons/persons.queries.ts';

export type ConnectionRow = {
  connectionId: number;
  name: string;
  invites: boolean;
  managesExisting: boolean;
  isPaused: boolean;
  tokenCreatedAt: string;
  lastUsedAt: string | null;
  createdAt: string;
  /** Null: the command line. */
  createdBy: PersonRow | null;
  people: number;
  groups: number;
};

export type NewConnection = {
  deploymentId: number;
  name: { name: string; nameKey: string };
  invites: boolean;
  managesExisting: boolean;
  tokenHash: Buffer;
  /** Null: the command line. */
  createdBy: number | null;
  now: Date;
};

/** Connections of the deployment, by name. Index: scim_connections_name; counts: scim_users_connection and scim_groups_connection. */
export async function listConnections(sql: Db, deploymentId: number): Promise<ConnectionRow[]> {
  return sql<ConnectionRow[]>`
    select ${columns(sql)} from scim_connections c
      left join users u on u.deployment_id = c.deployment_id and u.user_id = c.created_by
    where c.deployment_id = ${deploymentId} order by c.name_key`;
}

export async function findConnection(
  sql: Db,
  deploymentId: number,
  connectionId: number,
  lock?: RowLock,
): Promise<ConnectionRow | undefined> {
  const one = sql`c.deployment_id = ${deploymentId} and c.connection_id = ${connectionId}`;
  const read = sql<ConnectionRow[]>`
    select ${columns(sql)} from scim_connections c
      left join users u on u.deployment_id = c.deployment_id and u.user_id = c.created_by
    where ${one}`;
  return lockAndFind(sql, lock, sql`scim_connections c where ${one}`, read);
}

/** How many connections the deployment has. Two requests at once may both see one less than there will be. */
export async function countConnections(sql: Db, deploymentId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from scim_connections where deployment_id = ${deploymentId}`;
  return row?.count ?? 0;
}

/** Whether one of its groups requires a second factor. Index: scim_groups_connection. */
export async function managesRequiringGroup(sql: Db, deploymentId: number, connectionId: number): Promise<boolean> {
  const [row] = await sql<{ isFound: boolean }[]>`
    select exists (
      select from scim_groups s join groups g using (deployment_id, group_id)
      where s.deployment_id = ${deploymentId} and s.connection_id = ${connectionId} and g.requires_second_factor
    ) as "isFound"`;
  return row?.isFound === true;
}

/** Returns the id. A taken name violates the index scim_connections_name (409). */
export async function insertConnection(tx: Tx, wanted: NewConnection): Promise<number> {
  const { deploymentId, name, invites, managesExisting, tokenHash, createdBy, now } = wanted;
  const [row] = await tx<{ connectionId: number }[]>`
    insert into scim_connections (deployment_id, name, name_key, token_hash, token_created_at, created_by, created_at,
      invites, manages_existing)
    values (${deploymentId}, ${name.name}, ${name.nameKey}, ${tokenHash}, ${now}, ${createdBy}, ${now}, ${invites},
      ${managesExisting})
    returning connection_id as "connectionId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.connectionId;
}

export type ConnectionTerms = {
  name: { name: string; nameKey: string };
  invites: boolean;
  managesExisting: boolean;
  pausedAt: Date | null;
};

export async function updateConnection(
  tx: Tx,
  deploymentId: number,
  connectionId: number,
  { name, invites, managesExisting, pausedAt }: ConnectionTerms,
): Promise<void> {
  await tx`
    update scim_connections set name = ${name.name}, name_key = ${name.nameKey}, invites = ${invites},
      manages_existing = ${managesExisting}, paused_at = ${pausedAt}
    where deployment_id = ${deploymentId} and connection_id = ${connectionId}`;
}

export async function replaceToken(
  tx: Tx,
  deploymentId: number,
  connectionId: number,
  token: { hash: Buffer; now: Date },
): Promise<void> {
  await tx`
    update scim_connections set token_hash = ${token.hash}, token_created_at = ${token.now}, last_used_at = null
    where deployment_id = ${deploymentId} and connection_id = ${connectionId}`;
}

/** Deletes the connection; the people and groups that it managed are deleted from its tables by cascade, not from the deployment. */
export async function deleteConnectionRow(tx: Tx, deploymentId: number, connectionId: number): Promise<void> {
  await tx`
    delete from scim_connections where deployment_id = ${deploymentId} and connection_id = ${connectionId}`;
}

/** The connection of a token, unless it is paused. Index: scim_connections_token. */
export async function findConnectionByToken(sql: Db, tokenHash: Buffer, staleBefore: Date) {
  const [row] = await sql<
    {
      deploymentId: number;
      connectionId: number;
      name: string;
      invites: boolean;
      managesExisting: boolean;
      isStale: boolean;
    }[]
  >`
    select deployment_id as "deploymentId", connection_id as "connectionId", name, invites,
      manages_existing as "managesExisting", coalesce(last_used_at < ${staleBefore}, true) as "isStale"
    from scim_connections where token_hash = ${tokenHash} and paused_at is null`;
  return row;
}

/**
 * Locks a connection against deletion and pausing until the end of the transaction; false if its token is not valid any
 * more.
 */
export async function lockConnection(
  tx: Tx,
  connection: { deploymentId: number; connectionId: number; tokenHash: Buffer },
): Promise<boolean> {
  const [row] = await tx`
    select from scim_connections
    where deployment_id = ${connection.deploymentId} and connection_id = ${connection.connectionId}
      and token_hash = ${connection.tokenHash} and paused_at is null
    for share`;
  return row !== undefined;
}

export async function touchConnection(
  sql: Db,
  { deploymentId, connectionId }: { deploymentId: number; connectionId: number },
  now: Date,
): Promise<void> {
  await sql`
    update scim_connections set last_used_at = ${now}
    where deployment_id = ${deploymentId} and connection_id = ${connectionId}`;
}

// Columns of a connection `c` and its creator `u`.
function columns(sql: Db): Fragment {
  return sql`
    c.connection_id as "connectionId", c.name, c.invites, c.manages_existing as "managesExisting",
    c.paused_at is not null as "isPaused", c.token_created_at as "tokenCreatedAt", c.last_used_at as "lastUsedAt",
    c.created_at as "createdAt", ${personOf(sql, sql`u`)} as "createdBy",
    (select count(*) from scim_users s
      where s.deployment_id = c.deployment_id and s.connection_id = c.connection_id and s.removed_at is null) as people,
    (select count(*) from scim_groups s
      where s.deployment_id = c.deployment_id and s.connection_id = c.connection_id) as groups`;
}
