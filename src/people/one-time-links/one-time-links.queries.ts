import { hashSecret } from '../../platform/crypto/secrets.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';

/** The purpose of a one-time link. */
export type Purpose = 'invitation' | 'password_reset';

type UserKey = { deploymentId: number; userId: number };

/** The user of a link. */
export type LinkUser = UserKey & { email: string; name: string };

export async function insertLink(
  tx: Tx,
  user: UserKey,
  link: { purpose: Purpose; secret: string; now: Date; expiresAt: Date },
): Promise<void> {
  await tx`
    insert into one_time_links (deployment_id, user_id, purpose, link_hash, created_at, expires_at)
    values (${user.deploymentId}, ${user.userId}, ${link.purpose}, ${hashSecret(link.secret)}, ${link.now},
      ${link.expiresAt})`;
}

/** Voids the user's unused links of one purpose or of all. Index: one_time_links_user. */
export async function deleteUnusedLinks(tx: Tx, user: UserKey, purpose?: Purpose): Promise<void> {
  await tx`
    delete from one_time_links
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and used_at is null
      ${purpose === undefined ? tx`` : tx`and purpose = ${purpose}`}`;
}

/** Whether the user was sent a link of the purpose at or after the given time. */
export async function hasLinkSince(tx: Tx, user: UserKey, purpose: Purpose, since: Date): Promise<boolean> {
  const [row] = await tx`
    select from one_time_links
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and purpose = ${purpose}
      and created_at >= ${since}`;
  return row !== undefined;
}

/** The user, unless deleted. */
export async function findUserForLink(sql: Db, user: UserKey): Promise<LinkUser | undefined> {
  const [row] = await sql<LinkUser[]>`
    select deployment_id as "deploymentId", user_id as "userId", email, name
    from users where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and deleted_at is null`;
  return row;
}

/** The user of a link that is currently valid. Index: one_time_links_hash. */
export async function findLinkUser(
  sql: Db,
  purpose: Purpose,
  secret: string,
  now: Date,
): Promise<LinkUser | undefined> {
  const [row] = await sql<LinkUser[]>`
    select l.deployment_id as "deploymentId", l.user_id as "userId", u.email, u.name
    from one_time_links l join users u using (deployment_id, user_id)
    where l.link_hash = ${hashSecret(secret)} and l.purpose = ${purpose} and l.used_at is null
      and l.expires_at > ${now} and u.deleted_at is null`;
  return row;
}

/** Uses the link; false if it is not valid. */
export async function useLink(tx: Tx, purpose: Purpose, secret: string, now: Date): Promise<boolean> {
  const { count } = await tx`
    update one_time_links set used_at = ${now}
    where link_hash = ${hashSecret(secret)} and purpose = ${purpose} and used_at is null and expires_at > ${now}`;
  return count === 1;
}

/** Deletes expired links, used or not; returns how many. */
export async function deleteExpiredLinks(sql: Db, now: Date): Promise<number> {
  const { count } = await sql`delete from one_time_links where expires_at <= ${now}`;
  return count;
}
