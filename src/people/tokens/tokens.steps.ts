import { hashSecret, newToken } from '../../platform/crypto/secrets.ts';
import type { Fragment, Tx } from '../../platform/db/connection.ts';
import { unauthorized } from '../../platform/errors.ts';
import type { UserKey } from '../../core/actor.ts';

export type NewToken = {
  deploymentId: number;
  userId: number;
  name: string;
  /** The token that created this one; revoking it revokes this one too. */
  parentTokenId: number | null;
  createdBy: number;
  /** For a sync client, whose reads are recorded as syncs. */
  isSync?: boolean;
  now: Date;
};

/** Creates an API token. The text is returned only here and never stored. 401 if the parent was revoked meanwhile. */
export async function addToken(tx: Tx, wanted: NewToken): Promise<{ tokenId: number; token: string }> {
  if (wanted.parentTokenId !== null) await lockParent(tx, wanted.deploymentId, wanted.parentTokenId);
  const token = newToken();
  const [row] = await tx<{ tokenId: number }[]>`
    insert into tokens (deployment_id, user_id, name, token_hash, parent_token_id, created_by, is_sync,
      created_at)
    values (${wanted.deploymentId}, ${wanted.userId}, ${wanted.name}, ${hashSecret(token)}, ${wanted.parentTokenId},
      ${wanted.createdBy}, ${wanted.isSync ?? false}, ${wanted.now})
    returning token_id as "tokenId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return { tokenId: row.tokenId, token };
}

/** Revokes a token and, recursively, the tokens created with it. */
export async function revokeTokenTree(tx: Tx, deploymentId: number, tokenId: number, now: Date): Promise<void> {
  await revokeTrees(tx, deploymentId, tx`token_id = ${tokenId}`, now);
}

/** Revokes all tokens of a user recursively; returns how many. */
export async function revokeUserTokens(tx: Tx, { deploymentId, userId }: UserKey, now: Date): Promise<number> {
  return revokeTrees(tx, deploymentId, tx`user_id = ${userId}`, now);
}

// Until the token exists its parent cannot be revoked; the parent's revocation then finds it.
async function lockParent(tx: Tx, deploymentId: number, tokenId: number): Promise<void> {
  const [row] = await tx`
    select from tokens where deployment_id = ${deploymentId} and token_id = ${tokenId} and revoked_at is null for share`;
  if (row === undefined) throw unauthorized('The API token is not valid, or was revoked.');
}

// A round waits for transactions that are creating a token with one of those it revokes, but cannot see the new token
// yet: the next round does.
async function revokeTrees(tx: Tx, deploymentId: number, roots: Fragment, now: Date): Promise<number> {
  let revoked = 0;
  for (let round = -1; round !== 0; revoked += round) round = await revokeRound(tx, deploymentId, roots, now);
  return revoked;
}

// Rows are locked in one order, so that revocations of overlapping trees cannot deadlock.
async function revokeRound(tx: Tx, deploymentId: number, roots: Fragment, now: Date): Promise<number> {
  const { count } = await tx`
    with recursive tree as (
      select token_id from tokens where deployment_id = ${deploymentId} and ${roots}
      union
      select t.token_id from tokens t join tree on t.parent_token_id = tree.token_id
        where t.deployment_id = ${deploymentId}
    ), held as (
      select token_id from tokens
      where deployment_id = ${deploymentId} and token_id in (select token_id from tree) and revoked_at is null
      order by token_id for update
    )
    update tokens set revoked_at = ${now}
    where deployment_id = ${deploymentId} and token_id in (select token_id from held)`;
  return count;
}
