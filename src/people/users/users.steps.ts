import type { Tx } from '../../platform/db/connection.ts';
import { emailKey } from '../../platform/email.ts';
import { conflict } from '../../platform/errors.ts';
import { nameKey } from '../../platform/names.ts';
import { addLibrary } from '../../library/libraries/libraries.steps.ts';
import { PERSONAL_LIBRARY_NAME } from '../../library/libraries/personal-library.ts';

export type NewUser = {
  deploymentId: number;
  /** Already checked by parseEmail. */
  email: string;
  /** Already checked by displayName. */
  name: string;
  isSiteAdmin: boolean;
  /** From hashPassword; null: the person sets one by an invitation. */
  passwordHash: string | null;
  createdBy: number | null;
  now: Date;
};

/** Makes an internal user with a personal library. A taken address ends in the constraint users_email (409). */
export async function addUser(tx: Tx, user: NewUser): Promise<{ userId: number; personalLibraryId: number }> {
  const [row] = await tx<{ userId: number }[]>`
    insert into users (deployment_id, email, email_key, name, name_key, is_site_admin, password_hash, created_at)
    values (${user.deploymentId}, ${user.email}, ${emailKey(user.email)}, ${user.name}, ${nameKey(user.name)},
      ${user.isSiteAdmin}, ${user.passwordHash}, ${user.now})
    returning user_id as "userId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  const personalLibraryId = await addLibrary(tx, {
    deploymentId: user.deploymentId,
    name: PERSONAL_LIBRARY_NAME,
    nameKey: nameKey(PERSONAL_LIBRARY_NAME),
    ownerId: row.userId,
    createdBy: user.createdBy ?? row.userId,
    now: user.now,
  });
  return { userId: row.userId, personalLibraryId };
}

/** 409 if the user is the last of the site admins, as holdSiteAdmins returns them: nobody could let another one in. */
export function assertAdminStays(siteAdmins: Set<number>, userId: number): void {
  if (siteAdmins.has(userId) && siteAdmins.size === 1) {
    throw conflict('This is the last site admin; make another one first.');
  }
}
