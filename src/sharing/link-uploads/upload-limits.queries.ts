import type { Tx } from '../../platform/db/connection.ts';
import type { Actor, Visiting } from '../../core/actor.ts';
import { ACTIVE_MS } from '../../content/uploads/active-uploads.ts';

const ACTIVE_TIME = `${ACTIVE_MS} milliseconds`;

/**
 * The usage of a link. An unfinished upload counts with its announced length and as a document while it is active, and
 * later with its received bytes.
 */
export type LinkUse = {
  /** Limits of the share's own; null: those of the settings. */
  maxUploadBytes: number | null;
  maxUploadDocuments: number | null;
  uploadedBytes: number;
  uploadedDocuments: number;
  openBytes: number;
  /** When the first of these bytes become free, if nothing more is received. */
  openBytesEnd: string | null;
  /** Active uploads of all addresses and of this one, and when the first of them becomes inactive or expires. */
  active: number;
  activeEnds: string | null;
  ofAddress: number;
  ofAddressEnds: string | null;
  /** Unfinished uploads of this visitor, and when the first of them expires. */
  ofVisitor: number;
  ofVisitorEnds: string | null;
};

/** Finished and unfinished uploads of visitors of the link, without the given upload. Index: staged_uploads_share. */
export async function readLinkUse(
  tx: Tx,
  { deploymentId, now }: Actor,
  { shareId, visitor, address }: Visiting,
  uploadId: number | null,
): Promise<LinkUse | undefined> {
  const [row] = await tx<LinkUse[]>`
    select s.max_upload_bytes as "maxUploadBytes", s.max_upload_documents as "maxUploadDocuments",
      s.uploaded_bytes as "uploadedBytes", s.uploaded_documents as "uploadedDocuments", unfinished.*
    from shares s cross join lateral (
      select coalesce(sum(u.bytes), 0)::bigint as "openBytes", min(u.bytes_until) filter (where u.bytes > 0) as "openBytesEnd",
        count(*) filter (where u.is_active) as active,
        min(u.active_until) filter (where u.is_active) as "activeEnds",
        count(*) filter (where u.is_active and u.address = ${address}) as "ofAddress",
        min(u.active_until) filter (where u.is_active and u.address = ${address}) as "ofAddressEnds",
        count(*) filter (where u.visitor = ${visitor}::text) as "ofVisitor",
        min(u.expires_at) filter (where u.visitor = ${visitor}::text) as "ofVisitorEnds"
      from (
        select visitor, address, expires_at, active_until, is_active,
          case when is_active then coalesce(length, size) else size end as bytes,
          case when is_active and length > size then active_until else expires_at end as bytes_until
        from staged_uploads
          cross join lateral (values (least(expires_at, coalesce(active_at, created_at) + ${ACTIVE_TIME}::interval))) a (active_until)
          cross join lateral (values (active_until > ${now})) b (is_active)
        where deployment_id = s.deployment_id and share_id = s.share_id and finalized_at is null and expires_at > ${now}
          and upload_id is distinct from ${uploadId}::bigint
      ) u
    ) unfinished
    where s.deployment_id = ${deploymentId} and s.share_id = ${shareId}`;
  return row;
}

/** Counts folders that visitors have created. */
export async function addUploadedFolders(
  tx: Tx,
  deploymentId: number,
  shareId: number,
  folders: number,
): Promise<void> {
  await tx`
    update shares set uploaded_documents = uploaded_documents + ${folders}
    where deployment_id = ${deploymentId} and share_id = ${shareId}`;
}
