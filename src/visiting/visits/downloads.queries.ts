import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { VisitedShare } from './visits.queries.ts';

/** The recipient who downloads: identified by an access code, or by the key of a personal link. */
export type Downloader = { recipientId: number | null; keyHash: Buffer | null };

/**
 * Counts a download by a link and by its recipient, and evaluates `result` for it. False if the link has reached its
 * maximum: of concurrent downloads, exactly as many are counted as the link has left. Indexes: shares_pkey, share_recipients_share.
 */
export async function countDownload(
  sql: Db,
  { deploymentId, shareId }: Pick<VisitedShare, 'deploymentId' | 'shareId'>,
  { recipientId, keyHash }: Downloader,
  now: Date,
  result: Fragment = sql`1`,
): Promise<boolean> {
  const rows = await sql`
    with downloader as materialized (
      select recipient_id from share_recipients
      where deployment_id = ${deploymentId} and share_id = ${shareId}
        and ${recipientId === null ? sql`key_hash = ${keyHash}::bytea` : sql`recipient_id = ${recipientId}`}
    ), counted as (
      update shares set download_count = download_count + 1,
        last_downloaded_at = case when exists (select from downloader) then last_downloaded_at else ${now} end
      where deployment_id = ${deploymentId} and share_id = ${shareId}
        and (max_downloads is null or download_count < max_downloads)
      returning share_id
    ), credited as (
      update share_recipients r set download_count = r.download_count + 1, last_downloaded_at = ${now}
      from downloader, counted where r.deployment_id = ${deploymentId} and r.recipient_id = downloader.recipient_id
    )
    select ${result} from counted`;
  return rows.length > 0;
}

/** Downloads by a link with a maximum wait for each other, and so do openings that are noticed: shares before recipients. */
export async function lockShare(
  tx: Tx,
  { deploymentId, shareId }: Pick<VisitedShare, 'deploymentId' | 'shareId'>,
): Promise<void> {
  await tx`select from shares where deployment_id = ${deploymentId} and share_id = ${shareId} for no key update`;
}
