import type { Tx } from '../../platform/db/connection.ts';
import { VISITOR_ID } from '../../core/activity/activity.queries.ts';

/** A share that was just used for an upload. */
export type UsedShare = {
  isGathering: boolean;
  isValid: boolean;
  /** Whether the document is the shared item or inside it. */
  opens: boolean;
};

/**
 * Locks the share until the end of the transaction: it cannot be revoked before, and a notice that is being sent
 * includes this upload or leaves it to the next.
 */
export async function lockUsedShare(
  tx: Tx,
  deploymentId: number,
  shareId: number,
  documentId: number,
  now: Date,
): Promise<UsedShare | undefined> {
  const [share] = await tx<UsedShare[]>`
    select s.upload_notice_from is not null as "isGathering",
      s.revoked_at is null and (s.expires_at is null or s.expires_at > ${now}) as "isValid",
      s.document_id is not distinct from d.document_id or coalesce(s.folder_id = any (f.path), false) as opens
    from shares s join documents d on d.deployment_id = s.deployment_id and d.document_id = ${documentId}
    join folders f on f.deployment_id = d.deployment_id and f.folder_id = d.folder_id
    where s.deployment_id = ${deploymentId} and s.share_id = ${shareId} for no key update of s`;
  return share;
}

/**
 * Counts an upload of this size and adds it to the share's pending notice. An upload may be older than one added
 * earlier.
 */
export async function gatherUpload(
  tx: Tx,
  deploymentId: number,
  shareId: number,
  { bytes, now }: { bytes: number; now: Date },
): Promise<void> {
  await tx`
    update shares set upload_notice_from = least(upload_notice_from, ${now}), uploaded_bytes = uploaded_bytes + ${bytes},
      uploaded_documents = uploaded_documents + 1
    where deployment_id = ${deploymentId} and share_id = ${shareId}`;
}

/** A notice to the creator. */
export type Notice = {
  deploymentId: number;
  shareId: number;
  from: string;
  createdBy: number;
  creatorEmail: string;
  isCreatorGone: boolean;
  /** The shared item: one of the ids is null. */
  folderId: number | null;
  documentId: number | null;
  itemName: string;
};

/** Ends the pending notice: later uploads go into the next one. Undefined if there is none. */
export async function endNotice(tx: Tx, deploymentId: number, shareId: number): Promise<Notice | undefined> {
  const share = tx`deployment_id = ${deploymentId} and share_id = ${shareId}`;
  await tx`select from shares where ${share} for no key update`;
  const [notice] = await tx<Notice[]>`
    select s.deployment_id as "deploymentId", s.share_id as "shareId", s.upload_notice_from as "from",
      s.created_by as "createdBy", u.email as "creatorEmail", u.deleted_at is not null as "isCreatorGone",
      s.folder_id as "folderId", s.document_id as "documentId", coalesce(f.name, d.name) as "itemName"
    from (select * from shares where ${share} and upload_notice_from is not null) s
    join users u on u.deployment_id = s.deployment_id and u.user_id = s.created_by
    left join folders f on f.deployment_id = s.deployment_id and f.folder_id = s.folder_id
    left join documents d on d.deployment_id = s.deployment_id and d.document_id = s.document_id`;
  await tx`update shares set upload_notice_from = null where ${share}`;
  return notice;
}

/** An upload of a visitor; `visitor` is an address, or null if unknown. */
export type NoticedUpload = { name: string; visitor: string | null };

const MOST = 10_000;

/** Uploads through the share since then, by time. Index: activity_user. */
export async function listUploads(tx: Tx, { deploymentId, shareId, from }: Notice): Promise<NoticedUpload[]> {
  return tx<NoticedUpload[]>`
    select content_name as name, visitor_email as visitor from activity
    where deployment_id = ${deploymentId} and user_id = ${VISITOR_ID} and occurred_at >= ${from}
      and activity_type in ('DocumentCreated', 'DocumentRevised') and (details ->> 'shareId')::bigint = ${shareId}
    order by activity_id limit ${MOST}`;
}
