import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { UserKey } from '../sessions/credentials.queries.ts';

export type TokenRow = { tokenId: number; name: string; createdAt: string; lastUsedAt: string | null };

/** The user's tokens that were not revoked, in the order of their making; one more than the page. Index: tokens_user. */
export async function listTokens(sql: Db, user: UserKey, page: Page<[number]>): Promise<TokenRow[]> {
  return sql<TokenRow[]>`
    select token_id as "tokenId", name, created_at as "createdAt", last_used_at as "lastUsedAt" from tokens
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and revoked_at is null
      ${page.after === null ? sql`` : sql`and token_id > ${page.after[0]}`}
    order by token_id ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

/** A token of the user that was not revoked, held until the end of the transaction. */
export async function holdToken(tx: Tx, user: UserKey, tokenId: number): Promise<{ name: string } | undefined> {
  const [row] = await tx<{ name: string }[]>`
    select name from tokens
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and token_id = ${tokenId}
      and revoked_at is null
    for update`;
  return row;
}
