/** Stored passwords and the rows that contain them. */
import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { ActivityType } from '../../core/activity/activity-types.ts';
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

/** Accounts at one address that are found without naming the deployment. */
export const MAX_ACCOUNTS = 8;

/**
 * The accounts at an address that can sign in, in all deployments or in one: the oldest ones, so that a new account never
 * displaces another. Indexes: users_address, users_email.
 */
export async function listCredentials(
  sql: Db,
  { key, deploymentId }: { key: string; deploymentId: number | null },
): Promise<Credentials[]> {
  return sql<Credentials[]>`
    select deployment_id as "deploymentId", user_id as "userId", email, name, is_site_admin as "isSiteAdmin",
      password_hash as "passwordHash", created_at as "createdAt"
    from users u
    where email_key = ${key} and ${deploymentId === null ? sql`true` : sql`deployment_id = ${deploymentId}`}
      and ${maySignIn(sql)}
    order by user_id limit ${MAX_ACCOUNTS}`;
}

/** The largest number of accounts that any address has. */
export async function readAccountsPerAddress(sql: Db): Promise<number> {
  const [row] = await sql<{ accounts: number }[]>`select accounts_per_address as accounts from instance`;
  return row?.accounts ?? 1;
}

/** For accounts that the trigger has not seen, because they were restored or created at the same moment. */
export async function raiseAccountsPerAddress(sql: Db, accounts: number): Promise<void> {
  await sql`select note_accounts_per_address(${accounts})`;
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

/** Whether the user has a password. */
export async function hasPassword(sql: Db, user: UserKey): Promise<boolean> {
  const [row] = await sql`
    select from users
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and password_hash is not null`;
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
 * Records a wrong password for the accounts with which it was compared. `action`: the activity that it was meant for. One statement whether or not there are any, committed
 * asynchronously: timing must not reveal which accounts exist.
 */
export async function recordWrongPassword(
  sql: Db,
  { key, deploymentId }: { key: string; deploymentId: number | null },
  { action, now }: { action: ActivityType; now: Date },
): Promise<void> {
  await sql`
    select record_read(deployment_id, ${now}, 'InvalidUserOrPassword', user_id, null, null, null, email,
      p_details => ${sql.json({ action })})
    from (
      select deployment_id, user_id, email from users
      where email_key = ${key} and deleted_at is null
        and ${deploymentId === null ? sql`true` : sql`deployment_id = ${deploymentId}`}
      order by user_id limit ${MAX_ACCOUNTS}
    ) as compared`;
}
