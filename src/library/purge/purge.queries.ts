import type { Db, Tx } from '../../platform/db/connection.ts';

/** The purged item: exactly one of these. */
export type PurgeScope = { libraryId?: number; folderId?: number; documentIds?: number[] };

/**
 * Ids of at most `limit` documents in the scope. Finds only documents that are marked as purged, or below a marked
 * item, and locks their rows: a move or revision that started before the mark has ended by now, and a document that was
 * moved out is not found.
 */
export async function findPurgedDocuments(
  tx: Tx,
  deploymentId: number,
  scope: PurgeScope,
  limit: number,
): Promise<number[]> {
  if (scope.documentIds !== undefined) {
    const rows = await tx<{ documentId: number }[]>`
      select document_id as "documentId" from documents
      where deployment_id = ${deploymentId} and document_id = any (${scope.documentIds}::bigint[])
        and purged_at is not null
      limit ${limit} for update`;
    return rows.map((row) => row.documentId);
  }
  const rows = await tx<{ documentId: number }[]>`
    select d.document_id as "documentId" from documents d join folders f using (deployment_id, folder_id)
    where d.deployment_id = ${deploymentId} and ${foldersOf(tx, deploymentId, scope)}
    limit ${limit} for update of d`;
  return rows.map((row) => row.documentId);
}

/** Deletes documents with their revisions and permissions; returns the ids of their contents. */
export async function deleteDocuments(tx: Tx, deploymentId: number, documentIds: number[]): Promise<number[]> {
  const used = await tx<{ blobId: number }[]>`
    select distinct blob_id as "blobId" from revisions
    where deployment_id = ${deploymentId} and document_id = any (${documentIds}::bigint[])`;
  await tx`delete from documents where deployment_id = ${deploymentId} and document_id = any (${documentIds}::bigint[])`;
  return used.map((row) => row.blobId);
}

/** Locks at most `limit` folders of the scope without subfolders, and returns their ids. */
export async function findPurgedLeaves(
  tx: Tx,
  deploymentId: number,
  scope: PurgeScope,
  limit: number,
): Promise<number[]> {
  if (scope.documentIds !== undefined) return [];
  const rows = await tx<{ folderId: number }[]>`
    select f.folder_id as "folderId" from folders f
    where f.deployment_id = ${deploymentId} and ${foldersOf(tx, deploymentId, scope)}
      and not exists (
        select from folders c where c.deployment_id = f.deployment_id and c.parent_id = f.folder_id)
    limit ${limit} for update`;
  return rows.map((row) => row.folderId);
}

/**
 * Deletes the folders, which are locked, that contain no documents, and returns how many: a document uploaded during
 * the purge becomes visible once its folder is locked.
 */
export async function deleteEmptyFolders(tx: Tx, deploymentId: number, folderIds: number[]): Promise<number> {
  const { count } = await tx`
    delete from folders f where f.deployment_id = ${deploymentId} and f.folder_id = any (${folderIds}::bigint[])
      and not exists (select from documents d where d.deployment_id = f.deployment_id and d.folder_id = f.folder_id)`;
  return count;
}

export async function deleteLibrary(sql: Db, deploymentId: number, libraryId: number): Promise<void> {
  await sql`
    delete from libraries where deployment_id = ${deploymentId} and library_id = ${libraryId} and purged_at is not null`;
}

function foldersOf(tx: Tx, deploymentId: number, scope: PurgeScope) {
  if (scope.libraryId !== undefined) {
    return tx`f.library_id = ${scope.libraryId} and exists (
      select from libraries l where l.deployment_id = ${deploymentId} and l.library_id = ${scope.libraryId}
        and l.purged_at is not null)`;
  }
  return tx`f.path @> array[${scope.folderId ?? 0}]::bigint[] and exists (
    select from folders p where p.deployment_id = ${deploymentId} and p.folder_id = ${scope.folderId ?? 0}
      and p.purged_at is not null)`;
}
