import { hashSecret, newToken } from '../../platform/crypto/secrets.ts';
import type { Fragment, Sql, Tx } from '../../platform/db/connection.ts';
import { unauthorized } from '../../platform/errors.ts';
import type { UserKey } from '../../core/actor.ts';
import type { TokenLimits } from './tokens.access.ts';
import type { LockedToken, TokenRow } from './tokens.queries.ts';

export type CreatedToken = TokenRow & { token: string };

export type NewToken = Partial<TokenLimits> & {
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

/**
 * Creates an API token, which lasts no longer than its parent. The text is returned only here and never stored. 401 if the
 * parent was revoked meanwhile.
 */
export async function addToken(tx: Tx, wanted: NewToken): Promise<{ tokenId: number; token: string }> {
  const { scopes = null, parentTokenId } = wanted;
  const ends = [wanted.expiresAt ?? null, await lockParent(tx, wanted.deploymentId, parentTokenId)];
  const expiresAt = ends.filter((end) => end !== null).sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
  const token = newToken(scopes !== null || expiresAt !== null);
  const [row] = await tx<{ tokenId: number }[]>`
    insert into tokens (deployment_id, user_id, name, token_hash, parent_token_id, created_by, is_sync,
      scopes, expires_at, created_at)
    values (${wanted.deploymentId}, ${wanted.userId}, ${wanted.name}, ${hashSecret(token)}, ${wanted.parentTokenId},
      ${wanted.createdBy}, ${wanted.isSync ?? false}, ${scopes === null ? null : [...scopes]}, ${expiresAt}, ${wanted.now})
    returning token_id as "tokenId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return { tokenId: row.tokenId, token };
}

/**
 * Gives a locked token a new secret. The previous one stays valid until `previousUntil`, and those before it end. Tokens
 * created with it never last longer than the token itself.
 */
export async function rotateSecret(
  tx: Tx,
  token: LockedToken,
  change: { expiresAt: Date | null; previousUntil: Date; now: Date },
): Promise<string> {
  const { deploymentId, tokenId, scopes } = token;
  const { expiresAt, previousUntil, now } = change;
  const secret = newToken(scopes !== null || expiresAt !== null);
  await endPreviousSecrets(tx, token);
  const previous = await replaceSecret(tx, token, { hash: hashSecret(secret), expiresAt });
  if (previousUntil > now) await keepPreviousSecret(tx, token, { hash: previous, until: previousUntil, now });
  if (expiresAt !== null) await limitDescendants(tx, deploymentId, tokenId, expiresAt);
  return secret;
}

/** Deletes expired tokens and previous secrets, with the tokens created with them. Index: tokens_expiry. */
export async function deleteEndedTokens(sql: Sql, now: Date): Promise<number> {
  const { count } = await sql`
    with recursive ended as (
      select deployment_id, token_id from tokens
      where expires_at <= ${now}
      union
      select t.deployment_id, t.token_id from tokens t join ended e
        on t.deployment_id = e.deployment_id and t.parent_token_id = e.token_id
    )
    delete from tokens t using ended e where t.deployment_id = e.deployment_id and t.token_id = e.token_id`;
  return count;
}

/** Revokes a token and, recursively, the tokens created with it. */
export async function revokeTokenTree(tx: Tx, deploymentId: number, tokenId: number, now: Date): Promise<void> {
  await revokeTrees(tx, deploymentId, tx`token_id = ${tokenId}`, now);
}

/** Revokes all tokens of a user recursively; returns how many. */
export async function revokeUserTokens(tx: Tx, { deploymentId, userId }: UserKey, now: Date): Promise<number> {
  return revokeTrees(tx, deploymentId, tx`user_id = ${userId}`, now);
}

// Deleted instead of dated, because clocks of nodes can differ.
async function endPreviousSecrets(tx: Tx, { deploymentId, tokenId }: LockedToken): Promise<void> {
  await tx`
    delete from tokens where deployment_id = ${deploymentId} and rotated_token_id = ${tokenId}`;
}

// Returns the hash of the previous secret.
async function replaceSecret(
  tx: Tx,
  { deploymentId, tokenId }: LockedToken,
  { hash, expiresAt }: { hash: Buffer; expiresAt: Date | null },
): Promise<Buffer> {
  const [row] = await tx<{ previous: Buffer }[]>`
    with before as (
      select token_hash from tokens where deployment_id = ${deploymentId} and token_id = ${tokenId}
    )
    update tokens set token_hash = ${hash}, expires_at = ${expiresAt}
    where deployment_id = ${deploymentId} and token_id = ${tokenId}
    returning (select token_hash from before) as previous`;
  if (row === undefined) throw new Error('The locked token was not found.');
  return row.previous;
}

async function keepPreviousSecret(
  tx: Tx,
  token: LockedToken,
  { hash, until, now }: { hash: Buffer; until: Date; now: Date },
): Promise<void> {
  await tx`
    insert into tokens (deployment_id, user_id, name, token_hash, parent_token_id, rotated_token_id, created_by, is_sync,
      scopes, expires_at, created_at, revoked_at)
    select deployment_id, user_id, name, ${hash}, token_id, token_id, user_id, is_sync, scopes, ${until}, ${now}, ${now}
    from tokens where deployment_id = ${token.deploymentId} and token_id = ${token.tokenId}`;
}

async function limitDescendants(tx: Tx, deploymentId: number, tokenId: number, expiresAt: Date): Promise<void> {
  await tx`
    with recursive tree as (
      select ${tokenId}::bigint as token_id
      union
      select t.token_id from tokens t join tree on t.parent_token_id = tree.token_id
        where t.deployment_id = ${deploymentId}
    )
    update tokens set expires_at = ${expiresAt}
    where deployment_id = ${deploymentId} and token_id in (select token_id from tree) and token_id <> ${tokenId}
      and rotated_token_id is null and (expires_at is null or expires_at > ${expiresAt})`;
}

// Until the token exists its parent cannot be revoked; the parent's revocation then finds it.
// Its expiration may have been set since the request was authenticated.
async function lockParent(tx: Tx, deploymentId: number, tokenId: number | null): Promise<Date | null> {
  if (tokenId === null) return null;
  const [row] = await tx<{ expiresAt: string | null }[]>`
    select expires_at as "expiresAt" from tokens where deployment_id = ${deploymentId} and token_id = ${tokenId} and revoked_at is null for share`;
  if (row === undefined) throw unauthorized('The API token is not valid, has expired, or was revoked.');
  return row.expiresAt === null ? null : new Date(row.expiresAt);
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
