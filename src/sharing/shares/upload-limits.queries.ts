import type { Tx } from '../../platform/db/connection.ts';
import type { Visiting } from '../../core/actor.ts';

/** How much of a link is used. Unfinished uploads count with the length that they were announced with. */
export type LinkUse = {
  /** Limits of the share's own; null: those of the settings. */
  maxUploadBytes: number | null;
  maxUploadDocuments: number | null;
  uploadedBytes: number;
  uploadedDocuments: number;
  openBytes: number;
  /** Unfinished uploads, and when the first of them expires: of all, of this visitor, from this address. */
  open: number;
  openEnds: string | null;
  ofVisitor: number;
  ofVisitorEnds: string | null;
  ofAddress: number;
  ofAddressEnds: string | null;
};

/** What visitors have brought by the link and are bringing, seen at one moment. Index: staged_uploads_share. */
export async function readLinkUse(
  tx: Tx,
  deploymentId: number,
  { shareId, visitor, address }: Visiting,
  now: Date,
): Promise<LinkUse | undefined> {
  const [row] = await tx<LinkUse[]>`
    select s.max_upload_bytes as "maxUploadBytes", s.max_upload_documents as "maxUploadDocuments",
      s.uploaded_bytes as "uploadedBytes", s.uploaded_documents as "uploadedDocuments", unfinished.*
    from shares s cross join lateral (
      select coalesce(sum(coalesce(u.length, u.size)), 0)::bigint as "openBytes", count(*) as open,
        min(u.expires_at) as "openEnds",
        count(*) filter (where u.visitor = ${visitor}::text) as "ofVisitor",
        min(u.expires_at) filter (where u.visitor = ${visitor}::text) as "ofVisitorEnds",
        count(*) filter (where u.address = ${address}) as "ofAddress",
        min(u.expires_at) filter (where u.address = ${address}) as "ofAddressEnds"
      from staged_uploads u
      where u.deployment_id = s.deployment_id and u.share_id = s.share_id and u.finalized_at is null and u.expires_at > ${now}
    ) unfinished
    where s.deployment_id = ${deploymentId} and s.share_id = ${shareId}`;
  return row;
}

/** Counts folders that visitors have made. */
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
