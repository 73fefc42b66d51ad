import { hashSecret } from '../../platform/crypto/secrets.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { maySignIn } from '../credentials/credentials.queries.ts';

/** The purpose of a one-time link. */
export type Purpose = 'invitation' | 'password_reset';

type UserKey = { deploymentId: number; userId: number };

/** The user of a link. */
export type LinkUser = UserKey & { email: string; name: string };

/** Serializes changes of these users' passwords and links until the end of the transaction. */
export async function lockForLinks(tx: Tx, deploymentId: number, userIds: number[]): Promise<void> {
  await tx`
    select from users where deployment_id = ${deploymentId} and user_id = any (${userIds}::bigint[])
    order by user_id for no key update`;
}

export async function insertLinks(
  tx: Tx,
  deploymentId: number,
  links: { userId: number; secret: string }[],
  { purpose, now, expiresAt }: { purpose: Purpose; now: Date; expiresAt: Date },
): Promise<void> {
  const hashes = links.map(({ secret }) => hashSecret(secret));
  await tx`
    insert into one_time_links (deployment_id, user_id, purpose, link_hash, created_at, expires_at)
    select ${deploymentId}, user_id, ${purpose}, link_hash, ${now}, ${expiresAt}
    from unnest(${links.map(({ userId }) => userId)}::bigint[], ${hashes}::bytea[]) as link (user_id, link_hash)`;
}

/** Voids these users' unused links of one purpose. Index: one_time_links_user. */
export async function deleteUnusedOf(tx: Tx, deploymentId: number, userIds: number[], purpose: Purpose): Promise<void> {
  await tx`
    delete from one_time_links
    where deployment_id = ${deploymentId} and user_id = any (${userIds}::bigint[]) and used_at is null
      and purpose = ${purpose}`;
}

/** Voids the user's unused links. Index: one_time_links_user. */
export async function deleteUnusedLinks(tx: Tx, user: UserKey): Promise<void> {
  await tx`
    delete from one_time_links
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and used_at is null`;
}

/** Whether the user was sent a link of the purpose at or after the given time. */
export async function hasLinkSince(tx: Tx, user: UserKey, purpose: Purpose, since: Date): Promise<boolean> {
  const [row] = await tx`
    select from one_time_links
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and purpose = ${purpose}
      and created_at >= ${since}`;
  return row !== undefined;
}

/** The user, unless deleted or deactivated. */
export async function findUserForLink(sql: Db, user: UserKey): Promise<LinkUser | undefined> {
  const [row] = await sql<LinkUser[]>`
    select deployment_id as "deploymentId", user_id as "userId", email, name
    from users u where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and ${maySignIn(sql)}`;
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
      and l.expires_at > ${now} and ${maySignIn(sql)}`;
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
