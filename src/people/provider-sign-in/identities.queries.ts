import type { Db, Tx } from '../../platform/db/connection.ts';
import { emailKey } from '../../platform/values/email.ts';
import type { UserKey } from '../../core/actor.ts';
import { maySignIn } from '../credentials/credentials.queries.ts';
import type { Account } from '../sessions/open-session.ts';

/** The key of a person at a provider. */
export type IdentityKey = { deploymentId: number; providerId: number; issuer: string; subject: string };

/** The user of an identity. Index: identities_subject. */
export async function findIdentityUser(sql: Db, key: IdentityKey): Promise<number | undefined> {
  const [row] = await sql<{ userId: number }[]>`
    select user_id as "userId" from identities
    where deployment_id = ${key.deploymentId} and provider_id = ${key.providerId} and issuer = ${key.issuer}
      and subject = ${key.subject}`;
  return row?.userId;
}

/** Whether the user has an identity at the provider. Index: identities_user. */
export async function hasIdentity(sql: Db, user: UserKey, providerId: number): Promise<boolean> {
  const [row] = await sql`
    select from identities
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and provider_id = ${providerId}`;
  return row !== undefined;
}

export async function insertIdentity(
  tx: Tx,
  key: IdentityKey,
  { userId, email, now }: { userId: number; email: string | null; now: Date },
): Promise<void> {
  await tx`
    insert into identities (deployment_id, provider_id, issuer, subject, user_id, email, created_at)
    values (${key.deploymentId}, ${key.providerId}, ${key.issuer}, ${key.subject}, ${userId}, ${email}, ${now})`;
}

export async function touchIdentity(tx: Tx, key: IdentityKey, email: string | null, now: Date): Promise<void> {
  await tx`
    update identities set last_used_at = ${now}, email = ${email}
    where deployment_id = ${key.deploymentId} and provider_id = ${key.providerId} and issuer = ${key.issuer}
      and subject = ${key.subject}`;
}

/** Disconnects a deleted user. */
export async function deleteIdentitiesOf(tx: Tx, user: UserKey): Promise<void> {
  await tx`delete from identities where deployment_id = ${user.deploymentId} and user_id = ${user.userId}`;
}

/** A user who can sign in. */
export async function findAccount(sql: Db, user: UserKey): Promise<Account | undefined> {
  const [row] = await sql<Account[]>`
    select u.deployment_id as "deploymentId", u.user_id as "userId", u.email, u.name, u.is_site_admin as "isSiteAdmin",
      u.created_at as "createdAt"
    from users u where u.deployment_id = ${user.deploymentId} and u.user_id = ${user.userId} and ${maySignIn(sql)}`;
  return row;
}

/** The user of the deployment with the address, who may be deactivated. Index: users_email. */
export async function findUserByEmail(sql: Db, deploymentId: number, email: string): Promise<UserKey | undefined> {
  const [row] = await sql<UserKey[]>`
    select deployment_id as "deploymentId", user_id as "userId" from users
    where deployment_id = ${deploymentId} and email_key = ${emailKey(email)} and deleted_at is null`;
  return row;
}

export async function storeSiteAdmin(tx: Tx, user: UserKey, isSiteAdmin: boolean): Promise<void> {
  await tx`
    update users set is_site_admin = ${isSiteAdmin}
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId}`;
}

/** The groups that the provider manages. */
export async function listManagedGroups(
  sql: Db,
  { deploymentId, providerId }: { deploymentId: number; providerId: number },
  values: string[],
): Promise<{ groupId: number; name: string; isWanted: boolean }[]> {
  return sql<{ groupId: number; name: string; isWanted: boolean }[]>`
    select g.group_id as "groupId", g.name, bool_or(m.claim_value = any (${values}::text[])) as "isWanted"
    from identity_provider_groups m join groups g using (deployment_id, group_id)
    where m.deployment_id = ${deploymentId} and m.provider_id = ${providerId}
    group by g.group_id, g.name order by g.group_id`;
}

export type IdentityRow = {
  identityId: number;
  providerId: number;
  name: string;
  email: string | null;
  createdAt: string;
  lastUsedAt: string | null;
  /** Whether the provider is enabled. */
  isEnabled: boolean;
};

/** The user's identities by the name of the provider. Index: identities_user. */
export async function listIdentities(sql: Db, user: UserKey): Promise<IdentityRow[]> {
  return sql<IdentityRow[]>`
    select i.identity_id as "identityId", i.provider_id as "providerId", p.name, i.email, i.created_at as "createdAt",
      i.last_used_at as "lastUsedAt", p.is_enabled as "isEnabled"
    from identities i join identity_providers p using (deployment_id, provider_id)
    where i.deployment_id = ${user.deploymentId} and i.user_id = ${user.userId} order by lower(p.name), i.identity_id`;
}

export async function deleteIdentity(tx: Tx, user: UserKey, identityId: number): Promise<void> {
  await tx`
    delete from identities
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and identity_id = ${identityId}`;
}
