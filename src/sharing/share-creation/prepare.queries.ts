import type { Content } from '../../platform/blobs/disk/inspect.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { RightsHolder } from '../../library/rights/rights.ts';
import { deniedItems } from '../../library/rights/rights.queries.ts';

export type ShareKey = { deploymentId: number; shareId: number };

/** A share whose content has not been checked. */
export type PendingShare = ShareKey & {
  /** One of the two is null. */
  folderId: number | null;
  documentId: number | null;
  itemName: string;
  createdBy: number;
  creatorEmail: string;
  isSiteAdmin: boolean;
};

/** The share, if it is still pending. */
export async function findPendingShare(sql: Db, key: ShareKey): Promise<PendingShare | undefined> {
  const [row] = await sql<PendingShare[]>`
    select s.deployment_id as "deploymentId", s.share_id as "shareId", s.folder_id as "folderId",
      s.document_id as "documentId", coalesce(d.name, f.name) as "itemName", s.created_by as "createdBy",
      u.email as "creatorEmail", u.is_site_admin as "isSiteAdmin"
    from shares s
    join users u on u.deployment_id = s.deployment_id and u.user_id = s.created_by
    left join folders f on f.deployment_id = s.deployment_id and f.folder_id = s.folder_id
    left join documents d on d.deployment_id = s.deployment_id and d.document_id = s.document_id
    where s.deployment_id = ${key.deploymentId} and s.share_id = ${key.shareId} and ${isPending(sql)}`;
  return row;
}

/** A content that visitors could access, and a document with it. */
export type SharedContent = Content & { blobId: number; documentId: number; name: string };

/**
 * Contents of the documents that the share opens: readable by its creator and not in the trash, each once, ordered by
 * `blobId` after the given one. Indexes: folders_parent, documents_folder.
 */
export async function findSharedContents(
  sql: Db,
  creator: RightsHolder,
  share: Pick<PendingShare, 'folderId' | 'documentId'>,
  after: number,
  limit: number,
): Promise<SharedContent[]> {
  const { deploymentId } = creator;
  return sql<SharedContent[]>`
    with recursive denied as materialized (${deniedItems(sql, creator)}), tree as (
      select folder_id from folders where deployment_id = ${deploymentId} and folder_id = ${share.folderId}
      union all
      select f.folder_id
      from tree join folders f on f.deployment_id = ${deploymentId} and f.parent_id = tree.folder_id
      where f.trashed_at is null and not exists (select from denied where denied.folder_id = f.folder_id)
    ), reached as (
      select document_id, name, blob_id from documents
      where deployment_id = ${deploymentId} and document_id = ${share.documentId}
      union all
      select d.document_id, d.name, d.blob_id
      from tree join documents d on d.deployment_id = ${deploymentId} and d.folder_id = tree.folder_id
      where d.trashed_at is null and not exists (select from denied where denied.document_id = d.document_id)
    )
    select distinct on (r.blob_id) r.blob_id as "blobId", r.document_id as "documentId", r.name, b.storage_key as key,
      b.size, encode(b.sha256, 'hex') as sha256
    from reached r join blobs b on b.deployment_id = ${deploymentId} and b.blob_id = r.blob_id
    where r.blob_id > ${after}
    order by r.blob_id, r.document_id limit ${limit}`;
}

/** Activates the link; false if the share is no longer pending. */
export async function activateShare(tx: Tx, key: ShareKey, now: Date): Promise<boolean> {
  const { count } = await tx`
    update shares s set status = 'Active', changed_at = ${now}
    where s.deployment_id = ${key.deploymentId} and s.share_id = ${key.shareId} and ${isPending(tx)}`;
  return count > 0;
}

/** Refuses the share permanently; false if it is no longer pending. */
export async function refuseShare(tx: Tx, key: ShareKey, now: Date): Promise<boolean> {
  const { count } = await tx`
    update shares s set refused_at = ${now}
    where s.deployment_id = ${key.deploymentId} and s.share_id = ${key.shareId} and ${isPending(tx)}`;
  return count > 0;
}

function isPending(sql: Db) {
  return sql`s.status = 'Pending' and s.refused_at is null and s.revoked_at is null`;
}
