import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { UserKey } from '../../core/actor.ts';
import { type PersonRow, personOf } from '../../core/persons/persons.queries.ts';
import type { Scopes } from '../../core/scopes.ts';

export type TokenRow = {
  tokenId: number;
  name: string;
  isSync: boolean;
  createdAt: string;
  createdBy: PersonRow;
  scopes: Scopes;
  expiresAt: string | null;
  lastUsedAt: string | null;
  lastAddress: string | null;
  /** Of the secret before the last rotation, while it is valid. */
  previousValidUntil: string | null;
  previousLastUsedAt: string | null;
};

export type OwnedTokenRow = TokenRow & { owner: PersonRow };

/** A token that is locked for a change; `secretHash` is of its current secret. */
export type LockedToken = UserKey & {
  tokenId: number;
  name: string;
  isSync: boolean;
  scopes: Scopes;
  expiresAt: string | null;
  secretHash: Buffer;
};

/** Active tokens of the deployment or of one of its users, newest first; one more than the page. Index: tokens_live. */
export async function listAllTokens(
  sql: Db,
  { deploymentId, userId }: { deploymentId: number; userId: number | null },
  now: Date,
  page: Page<[number]>,
): Promise<OwnedTokenRow[]> {
  return sql<OwnedTokenRow[]>`
    select ${columns(sql)}, ${personOf(sql, sql`u`)} as owner
    from ${listed(sql, now)} join users u on u.deployment_id = t.deployment_id and u.user_id = t.user_id
    where t.deployment_id = ${deploymentId} and ${isActive(sql, now)} and u.deleted_at is null
      ${userId === null ? sql`` : sql`and t.user_id = ${userId}`}
      ${page.after === null ? sql`` : sql`and t.token_id < ${page.after[0]}`}
    order by t.token_id desc ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

/** The user's active tokens in order of creation; one more than the page. Index: tokens_user. */
export async function listTokens(sql: Db, user: UserKey, now: Date, page: Page<[number]>): Promise<TokenRow[]> {
  return sql<TokenRow[]>`
    select ${columns(sql)}
    from ${listed(sql, now)}
    where t.deployment_id = ${user.deploymentId} and t.user_id = ${user.userId} and ${isActive(sql, now)}
      ${page.after === null ? sql`` : sql`and t.token_id > ${page.after[0]}`}
    order by t.token_id ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

/** An active token. */
export async function findToken(
  sql: Db,
  deploymentId: number,
  tokenId: number,
  now: Date,
): Promise<TokenRow | undefined> {
  const [row] = await sql<TokenRow[]>`
    select ${columns(sql)}
    from ${listed(sql, now)}
    where t.deployment_id = ${deploymentId} and t.token_id = ${tokenId} and ${isActive(sql, now)}`;
  return row;
}

/** The owner of an active token. */
export async function findTokenOwner(
  sql: Db,
  deploymentId: number,
  tokenId: number,
  now: Date,
): Promise<number | undefined> {
  const [row] = await sql<{ userId: number }[]>`
    select t.user_id as "userId" from tokens t
    where t.deployment_id = ${deploymentId} and t.token_id = ${tokenId} and ${isActive(sql, now)}`;
  return row?.userId;
}

/** An active token of the user, locked until the end of the transaction. */
export async function lockToken(tx: Tx, user: UserKey, tokenId: number, now: Date): Promise<LockedToken | undefined> {
  const [row] = await tx<LockedToken[]>`
    select t.deployment_id as "deploymentId", t.user_id as "userId", t.token_id as "tokenId", t.name,
      t.is_sync as "isSync", t.scopes, t.expires_at as "expiresAt", t.token_hash as "secretHash"
    from tokens t
    where t.deployment_id = ${user.deploymentId} and t.user_id = ${user.userId} and t.token_id = ${tokenId}
      and ${isActive(tx, now)}
    for update`;
  return row;
}

// Neither revoked nor expired; rows with the previous secret of a rotated token have `revoked_at`.
function isActive(sql: Db, now: Date): Fragment {
  return sql`t.revoked_at is null and (t.expires_at is null or t.expires_at > ${now})`;
}

// A token `t`, its creator `c` and its previous secret `p`. Index: tokens_rotated.
function listed(sql: Db, now: Date): Fragment {
  return sql`
    tokens t
    join users c on c.deployment_id = t.deployment_id and c.user_id = t.created_by
    left join lateral (
      select expires_at, last_used_at from tokens
      where deployment_id = t.deployment_id and rotated_token_id = t.token_id and expires_at > ${now}
    ) p on true`;
}

function columns(sql: Db): Fragment {
  return sql`
    t.token_id as "tokenId", t.name, t.is_sync as "isSync", t.created_at as "createdAt", t.scopes,
    t.expires_at as "expiresAt", t.last_used_at as "lastUsedAt", t.last_address as "lastAddress",
    p.expires_at as "previousValidUntil", p.last_used_at as "previousLastUsedAt", ${personOf(sql, sql`c`)} as "createdBy"`;
}
