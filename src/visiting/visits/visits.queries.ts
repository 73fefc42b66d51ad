import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { countListed } from '../../library/counts/counts.queries.ts';
import { deniedItems } from '../../library/rights/rights.queries.ts';

/** A share for a visit, in any state. */
export type VisitedShare = {
  deploymentId: number;
  shareId: number;
  /** The shared item: one of the two is null. */
  folderId: number | null;
  documentId: number | null;
  /** The task of the link; null for links that people created. */
  taskId: number | null;
  shareType: 'Content' | 'Template';
  status: 'Active' | 'Pending';
  allowView: boolean;
  allowDownload: boolean;
  allowUpload: boolean;
  allowEdit: boolean;
  allowComment: boolean;
  accessCodeRequired: boolean;
  /** Anyone with an address in one of them can become a recipient; null: nobody else. */
  allowedDomains: string[] | null;
  passwordHash: string | null;
  expiresAt: string | null;
  lastOpenedAt: string | null;
  revokedAt: string | null;
  maxUploadBytes: number | null;
  maxUploadDocuments: number | null;
  uploadedBytes: number;
  uploadedDocuments: number;
  maxDownloads: number | null;
  downloadCount: number;
  notifyOnOpen: 'never' | 'first' | 'each';
  hasWatermark: boolean;
  createdBy: number;
  creatorName: string;
  creatorEmail: string;
  isCreatorAdmin: boolean;
  isCreatorGone: boolean;
};

/** The share with this reference hash. Index: shares_reference. */
export async function findVisitedShare(sql: Db, referenceHash: Buffer): Promise<VisitedShare | undefined> {
  const [row] = await sql<VisitedShare[]>`
    select s.deployment_id as "deploymentId", s.share_id as "shareId", s.folder_id as "folderId",
      s.document_id as "documentId", s.task_id as "taskId", s.share_type as "shareType", s.status, s.allow_view as "allowView",
      s.allow_download as "allowDownload", s.allow_upload as "allowUpload", s.allow_edit as "allowEdit", s.allow_comment as "allowComment",
      s.access_code_required as "accessCodeRequired", s.allowed_domains as "allowedDomains", s.password_hash as "passwordHash", s.expires_at as "expiresAt",
      s.last_opened_at as "lastOpenedAt", s.revoked_at as "revokedAt", s.max_upload_bytes as "maxUploadBytes", s.max_upload_documents as "maxUploadDocuments",
      s.max_downloads as "maxDownloads", s.download_count as "downloadCount", s.notify_on_open as "notifyOnOpen", s.watermark as "hasWatermark",
      s.uploaded_bytes as "uploadedBytes", s.uploaded_documents as "uploadedDocuments", s.created_by as "createdBy", u.name as "creatorName", u.email as "creatorEmail",
      u.is_site_admin as "isCreatorAdmin", u.deleted_at is not null as "isCreatorGone"
    from shares s join users u on u.deployment_id = s.deployment_id and u.user_id = s.created_by
    where s.reference_hash = ${referenceHash}`;
  return row;
}

/** The address of a recipient of the share, if it exists. */
export async function findRecipientEmail(
  sql: Db,
  share: Pick<VisitedShare, 'deploymentId' | 'shareId' | 'allowedDomains'>,
  recipientId: number,
): Promise<string | undefined> {
  const [row] = await sql<{ email: string }[]>`
    select email from share_recipients
    where deployment_id = ${share.deploymentId} and recipient_id = ${recipientId} and share_id = ${share.shareId}
      and ${isAdmitted(sql, share)}`;
  return row?.email;
}

/** Whether the creator named the recipient, or still allows the domain of the address. */
export function isAdmitted(sql: Db, { allowedDomains }: Pick<VisitedShare, 'allowedDomains'>): Fragment {
  return sql`(not has_joined or split_part(email, '@', 2) = any (${allowedDomains ?? []}::text[]))`;
}

export type FolderName = { folderId: number; name: string };

/** The names of folders, from the top down. */
export async function findNames(sql: Db, actor: Actor, folderIds: number[]): Promise<FolderName[]> {
  return sql<FolderName[]>`
    select folder_id as "folderId", name from folders
    where deployment_id = ${actor.deploymentId} and folder_id = any (${folderIds}::bigint[])
    order by cardinality(path)`;
}

/** The number of documents that the actor can read in each of these folders, which the actor can read. */
export async function countDocumentsIn(
  sql: Db,
  actor: Actor,
  library: { isUnbound: boolean },
  folderIds: number[],
): Promise<Map<number, number>> {
  const counts = await countListed(sql, actor, library, folderIds);
  return new Map(counts.map(({ folderId, documents, denied }) => [folderId, documents - denied]));
}

/**
 * The number and size of documents in and below a folder that the actor can read, as in an archive of it. Index:
 * folders_parent.
 */
export async function measureTree(
  sql: Db,
  actor: Actor,
  folderId: number,
): Promise<{ documents: number; bytes: number }> {
  const [row] = await sql<{ documents: number; bytes: number }[]>`
    with recursive denied as materialized (${deniedItems(sql, actor)}), tree as (
      select ${folderId}::bigint as folder_id
      union all
      select f.folder_id from tree join folders f on f.deployment_id = ${actor.deploymentId} and f.parent_id = tree.folder_id
      where f.trashed_at is null and not exists (select from denied where denied.folder_id = f.folder_id)
    )
    select count(*) as documents, coalesce(sum(d.size), 0)::bigint as bytes
    from tree join documents d on d.deployment_id = ${actor.deploymentId} and d.folder_id = tree.folder_id
    where d.trashed_at is null and not exists (select from denied where denied.document_id = d.document_id)`;
  return row ?? { documents: 0, bytes: 0 };
}
