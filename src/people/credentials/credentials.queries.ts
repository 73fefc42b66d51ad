/** Stored passwords and the rows that contain them. */
import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { UserKey } from '../../core/actor.ts';

/** The columns of a user for signing in. `passwordHash` null: not set yet. */
export type Credentials = UserKey & {
  email: string;
  name: string;
  isSiteAdmin: boolean;
  passwordHash: string | null;
  createdAt: string;
};

/** A condition on `users u`: neither deleted nor deactivated. */
export function maySignIn(sql: Db): Fragment {
  return sql`u.deleted_at is null and u.deactivated_at is null`;
}

/** The user with this address who can sign in. Index: users_email. */
export async function findCredentials(sql: Db, emailKey: string): Promise<Credentials | undefined> {
  const [row] = await sql<Credentials[]>`
    select deployment_id as "deploymentId", user_id as "userId", email, name, is_site_admin as "isSiteAdmin",
      password_hash as "passwordHash", created_at as "createdAt"
    from users u where email_key = ${emailKey} and ${maySignIn(sql)}`;
  return row;
}

/** Locks the password until the end of the transaction that relies on it; false if it differs from the given one. */
export async function lockPassword(tx: Tx, user: UserKey, passwordHash: string): Promise<boolean> {
  const [row] = await tx`
    select from users u
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and password_hash = ${passwordHash}
      and ${maySignIn(tx)}
    for share`;
  return row !== undefined;
}

/** Serializes changes of this user's password and links until the end of the transaction. */
export async function lockUser(tx: Tx, user: UserKey): Promise<void> {
  await tx`
    select from users where deployment_id = ${user.deploymentId} and user_id = ${user.userId} for no key update`;
}

export async function storePassword(tx: Tx, user: UserKey, passwordHash: string): Promise<void> {
  await tx`
    update users set password_hash = ${passwordHash}
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId}`;
}

/**
 * Records a wrong password. One statement whether or not the account exists, committed asynchronously: timing must not
 * reveal which accounts exist.
 */
export async function recordWrongPassword(sql: Db, emailKey: string, now: Date): Promise<void> {
  await sql`
    select record_read(deployment_id, ${now}, 'InvalidUserOrPassword', user_id, null, null, null, email)
    from users where email_key = ${emailKey} and deleted_at is null`;
}
