import type { Tx } from '../../platform/db/connection.ts';
import type { UserKey } from '../../core/actor.ts';

/** Locks the user's personal library until the end of the transaction. */
export async function lockPersonalLibrary(tx: Tx, { deploymentId, userId }: UserKey): Promise<void> {
  await tx`select from libraries where deployment_id = ${deploymentId} and owner_id = ${userId} for update`;
}

/** The id of the user's personal library, which every user has. */
export async function findPersonalLibrary(tx: Tx, { deploymentId, userId }: UserKey): Promise<number> {
  const [row] = await tx<{ libraryId: number }[]>`
    select library_id as "libraryId" from libraries where deployment_id = ${deploymentId} and owner_id = ${userId}`;
  if (row === undefined) throw new Error(`User ${userId} has no personal library.`);
  return row.libraryId;
}

/** Turns a personal library into a corporate one, in the trash or not. */
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
