/** Copies all documents of a folder tree. */
import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { deniedItems } from '../rights/rights.queries.ts';
import { insertDefaultTags } from '../tags/carried-tags.queries.ts';

export type LockedDocument = { documentId: number; folderId: number; name: string };

/**
 * The readable documents of folders, except those in the trash or denied, at most `limit`. Locked until the end of the
 * transaction: nobody can revise, move, trash or remove one. Index: documents_folder.
 */
export async function lockDocuments(
  tx: Tx,
  actor: Actor,
  folderIds: number[],
  limit: number,
): Promise<LockedDocument[]> {
  return tx<LockedDocument[]>`
    with denied as materialized (${deniedItems(tx, actor)})
    select d.document_id as "documentId", d.folder_id as "folderId", d.name from documents d
    where d.deployment_id = ${actor.deploymentId} and d.folder_id = any (${folderIds}::bigint[])
      and d.trashed_at is null and not exists (select from denied where denied.document_id = d.document_id)
    limit ${limit} for key share of d`;
}

export type CopiedDocument = { fromId: number; toId: number; folderId: number; name: string };

/**
 * Copies the current revision of each document, which is locked, to a new document with the default tags of its folder.
 * @param folderOf the target folder for the documents of a folder
 */
export async function insertDocumentCopies(
  tx: Tx,
  actor: Actor,
  documents: LockedDocument[],
  folderOf: Map<number, number>,
): Promise<CopiedDocument[]> {
  const documentIds = documents.map(({ documentId }) => documentId);
  const folderIds = documents.map(({ folderId }) => folderOf.get(folderId) ?? NaN);
  return tx<CopiedDocument[]>`
    with fresh as materialized (
      select d.document_id as from_id, nextval(pg_get_serial_sequence('documents', 'document_id')) as document_id,
        nextval(pg_get_serial_sequence('revisions', 'revision_id')) as revision_id, held.folder_id, d.name,
        d.name_key, d.blob_id, d.size, d.sha256
      from unnest(${documentIds}::bigint[], ${folderIds}::bigint[]) as held (document_id, folder_id)
      join documents d on d.deployment_id = ${actor.deploymentId} and d.document_id = held.document_id
    ), made as (
      insert into documents (deployment_id, document_id, folder_id, name, name_key, current_revision_id, blob_id, size,
        sha256, modified_at, created_by, created_at)
      overriding system value
      select ${actor.deploymentId}, document_id, folder_id, name, name_key, revision_id, blob_id, size, sha256,
        ${actor.now}, ${actor.userId}, ${actor.now}
      from fresh
    ), tags as (${insertDefaultTags(tx, actor.deploymentId, tx`fresh`)}), first as (
      insert into revisions (deployment_id, revision_id, document_id, revision_number, name, blob_id, size, sha256,
        created_by, created_at)
      overriding system value
      select ${actor.deploymentId}, revision_id, document_id, 1, name, blob_id, size, sha256, ${actor.userId}, ${actor.now}
      from fresh
    )
    select from_id as "fromId", document_id as "toId", folder_id as "folderId", name from fresh`;
}
