/** Claims: only one process of all nodes makes a rendition, or reads a text, at a time (decision 0081). */
import type { Db } from '../../platform/db/connection.ts';

/** Of a content, what one process makes at a time. `look` and the rest: as in `thumbnails`. */
export type ClaimId = { deploymentId: number; blobId: number; look: string; size: number; isAnnotated: boolean };

/** A claim without renewal ends after this time: its process has exited. Times are the database's. */
export const LEASE_MS = 6_000;

/** Claims it, unless another holder has a current claim. Returns whether the claim was successful. */
export async function claimRendition(sql: Db, id: ClaimId, holder: string): Promise<boolean> {
  const rows = await sql`
    insert into thumbnail_claims as c (deployment_id, blob_id, kind, size, is_annotated, holder, expires_at)
    values (${id.deploymentId}, ${id.blobId}, ${id.look}, ${id.size}, ${id.isAnnotated}, ${holder}, ${leaseEnd(sql)})
    on conflict (deployment_id, blob_id, kind, size, is_annotated) do update
      set holder = excluded.holder, expires_at = excluded.expires_at
      where c.expires_at <= now()
    returning 1`;
  return rows.length > 0;
}

/** Does nothing if the claim has ended. */
export async function renewClaim(sql: Db, holder: string): Promise<void> {
  await sql`update thumbnail_claims set expires_at = ${leaseEnd(sql)} where holder = ${holder}`;
}

/** Deletes the claim, and those that exited processes left behind. The table has a few rows, so it needs no index. */
export async function releaseClaim(sql: Db, holder: string): Promise<void> {
  await sql`delete from thumbnail_claims where holder = ${holder} or expires_at <= now() - interval '1 minute'`;
}

/** Whether somebody has a current claim. */
export async function isClaimed(sql: Db, id: ClaimId): Promise<boolean> {
  const rows = await sql`
    select from thumbnail_claims
    where deployment_id = ${id.deploymentId} and blob_id = ${id.blobId} and kind = ${id.look} and size = ${id.size}
      and is_annotated = ${id.isAnnotated} and expires_at > now()`;
  return rows.length > 0;
}

function leaseEnd(sql: Db) {
  return sql`now() + ${LEASE_MS} * interval '1 millisecond'`;
}
