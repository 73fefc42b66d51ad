import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Scopes } from '../../core/scopes.ts';
import { maySignIn } from '../credentials/credentials.queries.ts';
import { sessionDeadline } from '../credentials/second-factor.queries.ts';
import {
  idleMinutes,
  isActiveSession,
  maxDays,
  oldestStart,
  oldestUse,
} from '../credentials/session-limits.queries.ts';

/** Last use is recorded with a resolution of a minute, because a write per request would be too expensive. */
const TOUCH_AFTER_MS = 60_000;

type ActorRow = {
  secretHash: Buffer;
  deploymentId: number;
  userId: number;
  email: string;
  name: string;
  isSiteAdmin: boolean;
  isStale: boolean;
};

type TokenActorRow = ActorRow & {
  tokenId: number;
  parentTokenId: number;
  isSync: boolean;
  scopes: Scopes;
  expiresAt: string | null;
  /** Whether somebody else created the token for the user, and it has never been used. */
  isFirstForeignUse: boolean;
};

/** The users of the given tokens, except revoked and expired ones. Index: tokens_hash. */
export async function findActorsByToken(sql: Db, tokenHashes: Buffer[], now: Date): Promise<TokenActorRow[]> {
  const staleBefore = new Date(now.getTime() - TOUCH_AFTER_MS);
  return sql<TokenActorRow[]>`
    select t.token_hash as "secretHash", t.token_id as "tokenId", coalesce(t.rotated_token_id, t.token_id) as "parentTokenId", t.is_sync as "isSync",
      t.scopes, t.expires_at as "expiresAt", u.deployment_id as "deploymentId", u.user_id as "userId", u.email, u.name,
      u.is_site_admin as "isSiteAdmin", coalesce(t.last_used_at < ${staleBefore}, true) as "isStale",
      t.last_used_at is null and t.created_by <> t.user_id as "isFirstForeignUse"
    from tokens t join users u using (deployment_id, user_id)
    where t.token_hash = any (${tokenHashes}::bytea[]) and ${isLiveToken(sql, now)} and ${maySignIn(sql)}`;
}

/** The time limit that ended a session. */
export type SessionEnd = 'Idle' | 'Age';

/** `endedBy` null: the session is active. `limit`: the minutes or days of the limit. */
type SessionActorRow = ActorRow & {
  sessionId: number;
  authenticatedAt: string;
  factorDueAt: string | null;
  endedBy: SessionEnd | null;
  idleMinutes: number | null;
  maxDays: number;
};

/** The users of the given sessions, also of those that have ended by time and were not deleted yet. Index: sessions_hash. */
export async function findActorsBySession(sql: Db, sessionHashes: Buffer[], now: Date): Promise<SessionActorRow[]> {
  const staleBefore = new Date(now.getTime() - TOUCH_AFTER_MS);
  return sql<SessionActorRow[]>`
    select s.session_hash as "secretHash", s.session_id as "sessionId", coalesce(s.authenticated_at, s.created_at) as "authenticatedAt", u.deployment_id as "deploymentId", u.user_id as "userId", u.email, u.name,
      u.is_site_admin as "isSiteAdmin", s.last_used_at < ${staleBefore} as "isStale",
      ${sessionDeadline(sql)} as "factorDueAt",
      case when s.created_at <= ${oldestStart(sql, now)} then 'Age' when s.last_used_at <= ${oldestUse(sql, now)} then 'Idle' end as "endedBy",
      ${idleMinutes(sql)} as "idleMinutes", ${maxDays(sql)} as "maxDays"
    from sessions s join users u using (deployment_id, user_id) join deployments d using (deployment_id)
    where s.session_hash = any (${sessionHashes}::bytea[]) and ${maySignIn(sql)}`;
}

/** The credential of a request: a session by its id, a token by its secret, which a rotation replaces. */
export type Credential = { deploymentId: number } & (
  | { kind: 'session'; id: number }
  | { kind: 'token'; secretHash: Buffer | null }
);

/**
 * The credentials that are still valid, excluding limited sessions. Does not count as use. Indexes: the primary key of sessions,
 * tokens_hash.
 */
export async function listValid<Some extends Credential>(sql: Db, credentials: Some[], now: Date): Promise<Some[]> {
  const rows = await sql<{ position: number }[]>`
    select position::int
    from unnest(
      ${credentials.map(({ kind }) => kind)}::text[],
      ${credentials.map(({ deploymentId }) => deploymentId)}::bigint[],
      ${credentials.map((one) => (one.kind === 'session' ? one.id : null))}::bigint[],
      ${credentials.map((one) => (one.kind === 'token' ? one.secretHash : null))}::bytea[]
    ) with ordinality as c (kind, deployment_id, id, secret_hash, position)
    left join tokens t on c.kind = 'token' and t.deployment_id = c.deployment_id and t.token_hash = c.secret_hash
      and ${isLiveToken(sql, now)}
    join deployments d on d.deployment_id = c.deployment_id
    left join sessions s on c.kind = 'session' and s.deployment_id = c.deployment_id and s.session_id = c.id
      and ${isActiveSession(sql, now)}
    join users u on u.deployment_id = c.deployment_id and u.user_id = coalesce(t.user_id, s.user_id)
    where ${maySignIn(sql)} and (s.session_id is null or coalesce(${sessionDeadline(sql)} > ${now}, true))`;
  const valid = new Set(rows.map(({ position }) => position));
  return credentials.filter((_, index) => valid.has(index + 1));
}

/** Where and when a credential was used. */
export type Use = { address: string; now: Date };

export async function touchToken(sql: Db, deploymentId: number, tokenId: number, { address, now }: Use): Promise<void> {
  await sql`
    update tokens set last_used_at = ${now}, last_address = ${address}
    where deployment_id = ${deploymentId} and token_id = ${tokenId}`;
}

/** The later of two concurrent uses counts. */
export async function touchSession(
  sql: Db,
  deploymentId: number,
  sessionId: number,
  { address, now }: Use,
): Promise<void> {
  await sql`
    update sessions set last_used_at = ${now}, last_address = ${address}
    where deployment_id = ${deploymentId} and session_id = ${sessionId} and last_used_at < ${now}`;
}

// A condition on `tokens t`. The previous secret of a rotated token ends with the token; its `revoked_at` is there for the
// release before, which must refuse it.
function isLiveToken(sql: Db, now: Date): Fragment {
  return sql`
    (t.expires_at is null or t.expires_at > ${now})
    and (t.revoked_at is null or exists (
      select from tokens c
      where c.deployment_id = t.deployment_id and c.token_id = t.rotated_token_id and c.revoked_at is null))`;
}
