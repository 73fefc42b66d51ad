import type { Tx } from '../../platform/db/connection.ts';
import { emailKey } from '../../platform/email.ts';

/** The id of the user's personal library, which nobody else changes until the end of the transaction. */
export async function lockPersonalLibrary(tx: Tx, deploymentId: number, userId: number): Promise<number | undefined> {
  const [row] = await tx<{ libraryId: number }[]>`
    select library_id as "libraryId" from libraries
    where deployment_id = ${deploymentId} and owner_id = ${userId} for update`;
  return row?.libraryId;
}

/** Makes a personal library a corporate one, in the trash or not. */
export async function releaseLibrary(
  tx: Tx,
  deploymentId: number,
  libraryId: number,
  as: { name: string; nameKey: string; trashed: { userId: number | null; at: Date } | null },
): Promise<void> {
  await tx`
    update libraries set is_private = false, owner_id = null, name = ${as.name}, name_key = ${as.nameKey},
      trashed_at = ${as.trashed?.at ?? null}, trashed_by = ${as.trashed?.userId ?? null}
    where deployment_id = ${deploymentId} and library_id = ${libraryId}`;
}

/** The row stays, because what the user did names it; nobody can sign in as the user any more. */
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
