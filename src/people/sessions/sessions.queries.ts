import { hashSecret } from '../../platform/crypto/secrets.ts';
import type { Db, Sql, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import { SESSION_IDLE_MS, SESSION_MAX_MS } from './authenticate.queries.ts';
import type { UserKey } from '../../core/actor.ts';

export type SessionRow = {
  sessionId: number;
  createdAt: string;
  lastUsedAt: string;
  userAgent: string | null;
  address: string | null;
};

/** A way to prove who one is. */
export type Method = 'password' | 'provider' | 'passkey' | 'totp' | 'recoveryCode';

/** The identity provider that opened a session, and its name for the session there. */
export type SessionOrigin = { providerId: number; providerSession: string | null };

/** The browser that opens a session. */
export type Browser = { address: string; userAgent: string | null };

export async function insertSession(
  tx: Tx,
  user: UserKey,
  session: Browser & { secret: string; methods: Method[]; origin?: SessionOrigin | undefined; now: Date },
): Promise<number> {
  const { secret, userAgent, address, methods, origin, now } = session;
  const [row] = await tx<{ sessionId: number }[]>`
    insert into sessions
      (deployment_id, user_id, session_hash, user_agent, address, methods, authenticated_at, created_at, last_used_at,
        provider_id, provider_session)
    values (${user.deploymentId}, ${user.userId}, ${hashSecret(secret)}, ${userAgent}, ${address}, ${methods}, ${now}, ${now}, ${now},
      ${origin?.providerId ?? null}, ${origin?.providerSession ?? null})
    returning session_id as "sessionId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.sessionId;
}

/** The user's active sessions, newest first; one more than the page. Index: sessions_user. */
export async function listSessions(sql: Db, user: UserKey, now: Date, page: Page<[number]>): Promise<SessionRow[]> {
  return sql<SessionRow[]>`
    select session_id as "sessionId", created_at as "createdAt", last_used_at as "lastUsedAt",
      user_agent as "userAgent", address
    from sessions
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId}
      and last_used_at > ${new Date(now.getTime() - SESSION_IDLE_MS)}
      and created_at > ${new Date(now.getTime() - SESSION_MAX_MS)}
      ${page.after === null ? sql`` : sql`and session_id < ${page.after[0]}`}
    order by session_id desc limit ${page.limit === null ? null : page.limit + 1}`;
}

/** Whether the session is active; it cannot end before the transaction does. */
export async function lockSession(tx: Tx, user: UserKey, sessionId: number): Promise<boolean> {
  const [row] = await tx`
    select from sessions
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and session_id = ${sessionId}
    for key share`;
  return row !== undefined;
}

/** The person has proved again who they are, in this session. */
export async function refreshSession(
  tx: Tx,
  user: UserKey,
  sessionId: number,
  { method, now }: { method: Method; now: Date },
): Promise<void> {
  await tx`
    update sessions
    set authenticated_at = ${now},
      methods = case when ${method} = any (methods) then methods else array_append(methods, ${method}) end
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and session_id = ${sessionId}`;
}

/** The identity provider that opened the session; null if none did. */
export async function findSessionProvider(sql: Db, user: UserKey, sessionId: number): Promise<number | null> {
  const [row] = await sql<{ providerId: number | null }[]>`
    select provider_id as "providerId" from sessions
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and session_id = ${sessionId}`;
  return row?.providerId ?? null;
}

/** Ends one session of the user; false if it does not exist. */
export async function endSession(sql: Db, user: UserKey, sessionId: number): Promise<boolean> {
  const { count } = await sql`
    delete from sessions
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and session_id = ${sessionId}`;
  return count === 1;
}

/** Ends the session with this secret and returns its user, if it existed. Index: sessions_hash. */
export async function endSessionBySecret(tx: Tx, secret: string): Promise<(UserKey & { email: string }) | undefined> {
  const [row] = await tx<(UserKey & { email: string })[]>`
    delete from sessions s using users u
    where s.session_hash = ${hashSecret(secret)} and u.deployment_id = s.deployment_id and u.user_id = s.user_id
    returning s.deployment_id as "deploymentId", s.user_id as "userId", u.email`;
  return row;
}

/** Ends all sessions of the user except the spared one; returns how many. */
export async function endSessions(sql: Db, user: UserKey, sparedId: number | null): Promise<number> {
  const { count } = await sql`
    delete from sessions
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId}
      and session_id is distinct from ${sparedId}`;
  return count;
}

/** Deletes ended sessions; returns how many. */
export async function deleteEndedSessions(sql: Sql, now: Date): Promise<number> {
  const { count } = await sql`
    delete from sessions
    where last_used_at <= ${new Date(now.getTime() - SESSION_IDLE_MS)}
      or created_at <= ${new Date(now.getTime() - SESSION_MAX_MS)}`;
  return count;
}
