import type { Tx } from '../../platform/db/connection.ts';
import { emailKey } from '../../platform/values/email.ts';
import { conflict } from '../../platform/errors.ts';
import { nameKey } from '../../platform/values/names.ts';
import { type Step, runSteps } from '../../platform/steps.ts';
import type { UserKey } from '../../core/actor.ts';

export const LAST_SITE_ADMIN = 'This is the last site admin. Appoint another one first.';

export type NewUser = {
  deploymentId: number;
  /** Validated by parseEmail. */
  email: string;
  /** Validated by displayName. */
  name: string;
  isSiteAdmin: boolean;
  /** From hashPassword; null: the user sets one through an invitation. */
  passwordHash: string | null;
  createdBy: number | null;
  now: Date;
};

export type AddedUser = NewUser & { userId: number };

/** The deleting user, or with `userId` null the operator at the command line. */
export type Remover = { deploymentId: number; userId: number | null; at: Date };

/** `transferTo`: another user of the deployment, who takes over the personal library. */
export type RemovedUser = UserKey & { email: string; transferTo: number | null; by: Remover };

export type UserSteps = {
  /** After the user's row was written. */
  userCreation: readonly Step<AddedUser>[];
  /** Locks rows that must be locked before the user's. */
  userDeletionLocks: readonly Step<UserKey>[];
  /**
   * After the activity row, before the address is retired. The deployment is locked, so names that are free in it stay
   * free.
   */
  userDeletion: readonly Step<RemovedUser>[];
};

/** Creates an internal user. A taken address violates the constraint users_email (409). */
export async function addUser(tx: Tx, steps: UserSteps, user: NewUser): Promise<{ userId: number }> {
  const [row] = await tx<{ userId: number }[]>`
    insert into users (deployment_id, email, email_key, name, name_key, is_site_admin, password_hash, created_at)
    values (${user.deploymentId}, ${user.email}, ${emailKey(user.email)}, ${user.name}, ${nameKey(user.name)},
      ${user.isSiteAdmin}, ${user.passwordHash}, ${user.now})
    returning user_id as "userId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  await runSteps(tx, steps.userCreation, { ...user, userId: row.userId });
  return row;
}

/** Why a user cannot be invited again; null if it is possible. */
export function whyNotInvited(user: { hasPassword: boolean; isDeactivated: boolean }): string | null {
  if (user.isDeactivated) return 'The account is deactivated.';
  return user.hasPassword ? 'This person has set a password already.' : null;
}

/** 409 if the user is the last of the site admins returned by lockSiteAdmins: nobody could appoint another one. */
export function assertAdminStays(siteAdmins: Set<number>, userId: number): void {
  if (siteAdmins.has(userId) && siteAdmins.size === 1) {
    throw conflict(LAST_SITE_ADMIN);
  }
}
