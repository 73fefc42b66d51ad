import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import { type RowLock, lockRow } from '../../platform/db/locks.ts';
import { emailKey } from '../../platform/values/email.ts';
import type { Page } from '../../platform/http/paging.ts';
import { nameKey } from '../../platform/values/names.ts';
import type { MailTopic } from '../../core/subscriptions/topics.ts';
import type { Actor } from '../../core/actor.ts';

export type UserRow = {
  userId: number;
  email: string;
  name: string;
  nameKey: string;
  isSiteAdmin: boolean;
  createdAt: string;
  /** Whether a password is set. */
  hasPassword: boolean;
  /** Whether the user cannot sign in until a site admin reactivates the account. */
  isDeactivated: boolean;
  /** Changes with each picture; null: no picture. */
  pictureVersion: string | null;
};

export type CurrentUserRow = UserRow & {
  deploymentId: number;
  deploymentName: string;
  personalLibraryId: number;
  /** Changes with each logo of the deployment; null: no logo. */
  logoVersion: string | null;
  /** An IANA name; null: none was chosen. */
  timeZone: string | null;
  language: 'en';
  mutedMails: MailTopic[];
};

/** A user of the deployment who is not deleted. */
export async function findUser(
  sql: Db,
  deploymentId: number,
  userId: number,
  lock?: RowLock,
): Promise<UserRow | undefined> {
  await lockRow(sql, lock, sql`users where deployment_id = ${deploymentId} and user_id = ${userId}`);
  const [row] = await sql<UserRow[]>`
    select ${userColumns(sql)} from users u
    where u.deployment_id = ${deploymentId} and u.user_id = ${userId} and u.deleted_at is null`;
  return row;
}

export async function findCurrentUser(sql: Db, actor: Actor): Promise<CurrentUserRow | undefined> {
  const [row] = await sql<CurrentUserRow[]>`
    select ${userColumns(sql)}, u.deployment_id as "deploymentId", d.name as "deploymentName",
      l.library_id as "personalLibraryId", d.logo_version as "logoVersion",
      u.time_zone as "timeZone", u.language, u.muted_mails as "mutedMails"
    from users u
    join deployments d using (deployment_id)
    join libraries l on l.deployment_id = u.deployment_id and l.owner_id = u.user_id
    where u.deployment_id = ${actor.deploymentId} and u.user_id = ${actor.userId} and u.deleted_at is null`;
  return row;
}

/** Users whose name or address starts with the prefix ('' for all), by name, then id. Index: users_name. */
export async function listUsers(
  sql: Db,
  deploymentId: number,
  prefix: string,
  page: Page<[string, number]>,
): Promise<UserRow[]> {
  return sql<UserRow[]>`
    select ${userColumns(sql)} from users u
    where u.deployment_id = ${deploymentId} and u.deleted_at is null and ${isNamed(sql, prefix)}
      ${page.after === null ? sql`` : sql`and (u.name_key, u.user_id) > (${page.after[0]}, ${page.after[1]})`}
    order by u.name_key, u.user_id
    ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

/** The ids that are users of the deployment, locked against deletion until the end of the transaction. */
export async function lockUsers(tx: Tx, deploymentId: number, userIds: number[]): Promise<Set<number>> {
  const rows = await tx<{ userId: number }[]>`
    select user_id as "userId" from users
    where deployment_id = ${deploymentId} and user_id = any (${userIds}::bigint[]) and deleted_at is null
    order by user_id for key share`;
  return new Set(rows.map((row) => row.userId));
}

/**
 * Ids of the deployment's site admins who are not deactivated, locked until the end of the transaction: if two remove each other, the second
 * waits here and then finds itself deleted.
 */
export async function lockSiteAdmins(tx: Tx, deploymentId: number): Promise<Set<number>> {
  const rows = await tx<{ userId: number }[]>`
    select user_id as "userId" from users
    where deployment_id = ${deploymentId} and is_site_admin and deleted_at is null and deactivated_at is null
    order by user_id for no key update`;
  return new Set(rows.map((row) => row.userId));
}

export async function updateUser(
  tx: Tx,
  deploymentId: number,
  user: { userId: number; email: string; name: string; isSiteAdmin: boolean },
): Promise<void> {
  await tx`
    update users set email = ${user.email}, email_key = ${emailKey(user.email)}, name = ${user.name},
      name_key = ${nameKey(user.name)}, is_site_admin = ${user.isSiteAdmin}
    where deployment_id = ${deploymentId} and user_id = ${user.userId}`;
}

/** The row stays, because the user's activity refers to it; nobody can sign in as the user anymore. */
export async function markUserDeleted(
  tx: Tx,
  deploymentId: number,
  userId: number,
  as: { email: string; now: Date },
): Promise<void> {
  await tx`
    update users set deleted_at = ${as.now}, email = ${as.email}, email_key = ${emailKey(as.email)}, password_hash = null
    where deployment_id = ${deploymentId} and user_id = ${userId}`;
}

/** Whether any user of the deployment, deleted ones included, has the address. Index: users_email. */
export async function isAddressTaken(sql: Db, deploymentId: number, email: string): Promise<boolean> {
  const [row] = await sql`
    select from users where deployment_id = ${deploymentId} and email_key = ${emailKey(email)}`;
  return row !== undefined;
}

/** A condition on `users u`: name or address starts with the prefix; '' for all. */
export function isNamed(sql: Db, prefix: string): Fragment {
  const wanted = prefix.normalize('NFC').trimStart();
  if (wanted === '') return sql`true`;
  return sql`(starts_with(u.name_key, ${nameKey(wanted)}) or starts_with(u.email_key, ${emailKey(wanted)}))`;
}

/** The columns of a UserRow, from the table `users u`. */
export function userColumns(sql: Db): Fragment {
  return sql`u.user_id as "userId", u.email, u.name, u.name_key as "nameKey", u.is_site_admin as "isSiteAdmin",
    u.created_at as "createdAt", u.password_hash is not null as "hasPassword",
    u.deactivated_at is not null as "isDeactivated", u.picture_version as "pictureVersion"`;
}
