import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { UserKey } from '../../core/actor.ts';
import { type PersonRow, personOf } from '../../core/persons/persons.queries.ts';

export type TokenRow = {
  tokenId: number;
  name: string;
  isSync: boolean;
  createdAt: string;
  createdBy: PersonRow;
  lastUsedAt: string | null;
};

export type OwnedTokenRow = TokenRow & { owner: PersonRow };

/** Active tokens of the deployment or of one of its users, newest first; one more than the page. Index: tokens_live. */
export async function listAllTokens(
  sql: Db,
  deploymentId: number,
  userId: number | null,
  page: Page<[number]>,
): Promise<OwnedTokenRow[]> {
  return sql<OwnedTokenRow[]>`
    select ${columns(sql)}, ${personOf(sql, sql`u`)} as owner
    from tokens t join users u using (deployment_id, user_id)
      join users c on c.deployment_id = t.deployment_id and c.user_id = t.created_by
    where t.deployment_id = ${deploymentId} and t.revoked_at is null and u.deleted_at is null
      ${userId === null ? sql`` : sql`and t.user_id = ${userId}`}
      ${page.after === null ? sql`` : sql`and t.token_id < ${page.after[0]}`}
    order by t.token_id desc ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

/** The user's active tokens in order of creation; one more than the page. Index: tokens_user. */
export async function listTokens(sql: Db, user: UserKey, page: Page<[number]>): Promise<TokenRow[]> {
  return sql<TokenRow[]>`
    select ${columns(sql)}
    from tokens t join users c on c.deployment_id = t.deployment_id and c.user_id = t.created_by
    where t.deployment_id = ${user.deploymentId} and t.user_id = ${user.userId} and t.revoked_at is null
      ${page.after === null ? sql`` : sql`and t.token_id > ${page.after[0]}`}
    order by t.token_id ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

/** An active token of the user. */
export async function findToken(sql: Db, user: UserKey, tokenId: number): Promise<TokenRow | undefined> {
  const [row] = await sql<TokenRow[]>`
    select ${columns(sql)}
    from tokens t join users c on c.deployment_id = t.deployment_id and c.user_id = t.created_by
    where t.deployment_id = ${user.deploymentId} and t.user_id = ${user.userId} and t.token_id = ${tokenId}
      and t.revoked_at is null`;
  return row;
}

/** An active token of the user, locked until the end of the transaction. */
export async function lockToken(tx: Tx, user: UserKey, tokenId: number): Promise<{ name: string } | undefined> {
  const [row] = await tx<{ name: string }[]>`
    select name from tokens
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and token_id = ${tokenId}
      and revoked_at is null
    for update`;
  return row;
}

// Columns of a token `t` and its creator `c`.
function columns(sql: Db): Fragment {
  return sql`
    t.token_id as "tokenId", t.name, t.is_sync as "isSync", t.created_at as "createdAt", t.last_used_at as "lastUsedAt",
    ${personOf(sql, sql`c`)} as "createdBy"`;
}
