import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';

export async function untrashDocumentRow(
  tx: Tx,
  actor: Actor,
  documentId: number,
  place: { folderId: number; name: string; nameKey: string },
): Promise<void> {
  await tx`
    update documents set trashed_at = null, trashed_by = null, folder_id = ${place.folderId}, name = ${place.name},
      name_key = ${place.nameKey}, changed_at = ${actor.now}
    where deployment_id = ${actor.deploymentId} and document_id = ${documentId}`;
}

export async function untrashFolderRow(
  tx: Tx,
  actor: Actor,
  folderId: number,
  name: { name: string; nameKey: string },
): Promise<void> {
  await tx`
    update folders set trashed_at = null, trashed_by = null, name = ${name.name}, name_key = ${name.nameKey},
      changed_at = ${actor.now}
    where deployment_id = ${actor.deploymentId} and folder_id = ${folderId}`;
}

export async function restoreLibraryRow(
  tx: Tx,
  actor: Actor,
  libraryId: number,
  name: { name: string; nameKey: string },
): Promise<void> {
  await tx`
    update libraries set trashed_at = null, trashed_by = null, name = ${name.name}, name_key = ${name.nameKey},
      changed_at = ${actor.now}
    where deployment_id = ${actor.deploymentId} and library_id = ${libraryId}`;
}
