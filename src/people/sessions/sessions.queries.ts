import { hashSecret } from '../../platform/crypto/secrets.ts';
import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import { announceEnded } from '../../core/notifications/notifications.queries.ts';
import type { UserKey } from '../../core/actor.ts';
import type { Site } from '../../core/hosts/sites.ts';
import type { DeviceHeaders, DeviceKind } from '../devices/device.ts';
import { idleMinutes, isActiveSession, maxDays } from '../credentials/session-limits.queries.ts';

export type SessionRow = {
  sessionId: number;
  createdAt: string;
  lastUsedAt: string;
  userAgent: string | null;
  address: string | null;
  lastAddress: string | null;
  /** Null: derived from the user agent when it is read. */
  deviceKind: DeviceKind | null;
  device: string | null;
  methods: Method[];
  /** Null: the session has no idle limit. */
  idleMinutes: number | null;
  maxDays: number;
};

/** A way to prove who one is. */
export type Method = 'password' | 'provider' | 'passkey' | 'totp' | 'recoveryCode';

/** The identity provider that opened a session, and its name for the session there. */
export type SessionOrigin = { providerId: number; providerSession: string | null };

/** The browser that opens a session. `secret`: the content of its cookie for known browsers, if it sent one. */
export type Browser = DeviceHeaders & { address: string; secret: string | null };

/** The session that a browser had: the content of its cookie, and the site that got it. */
export type BrowserSession = { secret: string; site: Pick<Site, 'deploymentId'> };

/** A session to insert; `secret` is the content of its cookie. */
type NewSession = {
  secret: string;
  userAgent: string | null;
  address: string;
  device: { name: string | null; kind: DeviceKind };
  browserHash: Buffer;
  methods: Method[];
  origin?: SessionOrigin | undefined;
  authenticatedAt: Date;
  now: Date;
};

export async function insertSession(tx: Tx, user: UserKey, session: NewSession): Promise<number> {
  const { secret, userAgent, address, device, browserHash, methods, origin, authenticatedAt, now } = session;
  const [row] = await tx<{ sessionId: number }[]>`
    insert into sessions
      (deployment_id, user_id, session_hash, user_agent, address, last_address, device, device_kind, browser_hash,
        methods, authenticated_at, created_at, last_used_at, provider_id, provider_session)
    values (${user.deploymentId}, ${user.userId}, ${hashSecret(secret)}, ${userAgent}, ${address}, ${address},
      ${device.name}, ${device.kind}, ${browserHash}, ${methods}, ${authenticatedAt}, ${now}, ${now},
      ${origin?.providerId ?? null}, ${origin?.providerSession ?? null})
    returning session_id as "sessionId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.sessionId;
}

/** The user's active sessions, newest first; one more than the page. Index: sessions_user. */
export async function listSessions(sql: Db, user: UserKey, now: Date, page: Page<[number]>): Promise<SessionRow[]> {
  return sql<SessionRow[]>`
    select ${sessionColumns(sql)}
    from sessions s join deployments d using (deployment_id)
    where s.deployment_id = ${user.deploymentId} and s.user_id = ${user.userId} and ${isActiveSession(sql, now)}
      ${page.after === null ? sql`` : sql`and s.session_id < ${page.after[0]}`}
    order by s.session_id desc limit ${page.limit === null ? null : page.limit + 1}`;
}

/** An active session of the user. */
export async function findSession(
  sql: Db,
  user: UserKey,
  sessionId: number,
  now: Date,
): Promise<SessionRow | undefined> {
  const [row] = await sql<SessionRow[]>`
    select ${sessionColumns(sql)}
    from sessions s join deployments d using (deployment_id)
    where s.deployment_id = ${user.deploymentId} and s.user_id = ${user.userId} and s.session_id = ${sessionId}
      and ${isActiveSession(sql, now)}`;
  return row;
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
export async function endSession(tx: Tx, user: UserKey, sessionId: number): Promise<boolean> {
  const { count } = await tx`
    delete from sessions
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and session_id = ${sessionId}`;
  if (count === 1) await announceEnded(tx, user.deploymentId, [user.userId]);
  return count === 1;
}

/** Ends the session with this secret and returns its user, if it existed. Index: sessions_hash. */
export async function endSessionBySecret(
  tx: Tx,
  { secret, site }: BrowserSession,
): Promise<(UserKey & { email: string }) | undefined> {
  const [row] = await tx<(UserKey & { email: string })[]>`
    delete from sessions s using users u
    where s.session_hash = ${hashSecret(secret)} and u.deployment_id = s.deployment_id and u.user_id = s.user_id
      and (${site.deploymentId}::bigint is null or s.deployment_id = ${site.deploymentId})
    returning s.deployment_id as "deploymentId", s.user_id as "userId", u.email`;
  if (row !== undefined) await announceEnded(tx, row.deploymentId, [row.userId]);
  return row;
}

/** Ends all sessions of the user except the spared one; returns how many. */
export async function endSessions(tx: Tx, user: UserKey, sparedId: number | null): Promise<number> {
  const { count } = await tx`
    delete from sessions
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId}
      and session_id is distinct from ${sparedId}`;
  if (count > 0) await announceEnded(tx, user.deploymentId, [user.userId]);
  return count;
}

/** Deletes sessions that have ended by time, of one deployment or of all; returns how many. */
export async function deleteEndedSessions(sql: Db, now: Date, deploymentId: number | null = null): Promise<number> {
  const { count } = await sql`
    delete from sessions s using deployments d
    where d.deployment_id = s.deployment_id and not (${isActiveSession(sql, now)})
      and (${deploymentId}::bigint is null or s.deployment_id = ${deploymentId})`;
  return count;
}

function sessionColumns(sql: Db): Fragment {
  return sql`
    s.session_id as "sessionId", s.created_at as "createdAt", s.last_used_at as "lastUsedAt",
    s.user_agent as "userAgent", s.address, coalesce(s.last_address, s.address) as "lastAddress", s.device,
    s.device_kind as "deviceKind", s.methods, ${idleMinutes(sql)} as "idleMinutes", ${maxDays(sql)} as "maxDays"`;
}
