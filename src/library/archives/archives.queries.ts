import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { joinMarks } from '../tree/marks.queries.ts';
import { deniedItems, effectiveRights } from '../rights/rights.queries.ts';

/** A requested folder or document with the actor's rights on it. `path`: the folders from the library down to it. */
export type AskedFolder = { folderId: number; path: number[]; rights: number };
export type AskedDocument = { documentId: number; folderId: number; rights: number };

/** The folders that exist in the actor's deployment and are not in the trash. */
export async function findAskedFolders(sql: Db, actor: Actor, folderIds: number[]): Promise<AskedFolder[]> {
  const rights = effectiveRights(sql, actor, { library: sql`l`, path: sql`f.path`, document: sql`null::bigint` });
  return sql<AskedFolder[]>`
    select f.folder_id as "folderId", f.path, ${rights} as rights
    from folders f join libraries l using (deployment_id, library_id) ${joinMarks(sql)}
    where f.deployment_id = ${actor.deploymentId} and f.folder_id = any (${folderIds}::bigint[]) and not marks.trashed`;
}

/** The documents that exist in the actor's deployment and are not in the trash. */
export async function findAskedDocuments(sql: Db, actor: Actor, documentIds: number[]): Promise<AskedDocument[]> {
  const rights = effectiveRights(sql, actor, { library: sql`l`, path: sql`f.path`, document: sql`d.document_id` });
  return sql<AskedDocument[]>`
    select d.document_id as "documentId", d.folder_id as "folderId", ${rights} as rights
    from documents d
    join folders f using (deployment_id, folder_id)
    join libraries l using (deployment_id, library_id)
    ${joinMarks(sql)}
    where d.deployment_id = ${actor.deploymentId} and d.document_id = any (${documentIds}::bigint[])
      and d.trashed_at is null and not marks.trashed`;
}

/** A document in an archive. */
export type TreeDocument = {
  documentId: number;
  /** Null for one at the top of the archive. */
  folderId: number | null;
  name: string;
  nameKey: string;
  size: number;
  modifiedAt: string;
  sha256: Buffer;
  crc32: number;
  storageKey: string;
};

const BATCH_ROWS = 2000;

/**
 * The documents of the folders that are neither in the trash nor denied to the actor, and the requested documents,
 * which go to the top: folder by folder, by name, in batches to limit memory. At most `limit`: exactly that many means
 * that there may be more. Index: documents_folder.
 */
export function eachDocument(
  tx: Tx,
  actor: Actor,
  { folderIds, documentIds }: { folderIds: number[]; documentIds: number[] },
  limit: number,
): AsyncIterable<TreeDocument[]> {
  const columns = tx`document_id, name, name_key, size, modified_at, sha256, blob_id`;
  return tx<TreeDocument[]>`
    with denied as materialized (${deniedItems(tx, actor)}), found as (
      select ${columns}, null::bigint as folder_id
      from documents
      where deployment_id = ${actor.deploymentId} and document_id = any (${documentIds}::bigint[])
      union all
      select ${columns}, folder_id
      from documents d
      where deployment_id = ${actor.deploymentId} and folder_id in (select unnest(${folderIds}::bigint[])) and trashed_at is null
        and not exists (select from denied where denied.document_id = d.document_id)
      limit ${limit}
    )
    select d.document_id as "documentId", d.folder_id as "folderId", d.name, d.name_key as "nameKey", d.size,
      d.modified_at as "modifiedAt", d.sha256, b.crc32, b.storage_key as "storageKey"
    from found d join blobs b on b.deployment_id = ${actor.deploymentId} and b.blob_id = d.blob_id
    order by d.folder_id nulls first, d.name_key, d.document_id`.cursor(BATCH_ROWS);
}
