import type { StoredBlob } from '../../platform/blobs/store.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { RenderableKind } from '../../platform/rendering/kinds.ts';
import type { MissingPart } from '../../platform/rendering/renderer.ts';

/** Which picture of which content. */
export type ThumbnailId = {
  deploymentId: number;
  blobId: number;
  kind: RenderableKind;
  size: number;
  isAnnotated: boolean;
};

/** Without a storage key none could be made. */
export type ThumbnailRow = {
  storageKey: string | null;
  bytes: number | null;
  hash: string | null;
  missingPart: MissingPart | null;
  attempts: number;
  retryAt: string | null;
};

/** What is known of a thumbnail; undefined if nobody has tried to make it. `lock`: until the end of the transaction. */
export async function findThumbnail(sql: Db, id: ThumbnailId, lock = false): Promise<ThumbnailRow | undefined> {
  const [row] = await sql<ThumbnailRow[]>`
    select storage_key as "storageKey", bytes, encode(sha256, 'hex') as hash, missing_part as "missingPart", attempts,
      retry_at as "retryAt"
    from thumbnails
    where deployment_id = ${id.deploymentId} and blob_id = ${id.blobId} and kind = ${id.kind} and size = ${id.size}
      and is_annotated = ${id.isAnnotated}
    ${lock ? sql`for update` : sql``}`;
  return row;
}

/** Where a content lies; undefined if it is gone. */
export async function findContent(
  sql: Db,
  { deploymentId, blobId }: ThumbnailId,
): Promise<{ storageKey: string; size: number } | undefined> {
  const [row] = await sql<{ storageKey: string; size: number }[]>`
    select storage_key as "storageKey", size from blobs where deployment_id = ${deploymentId} and blob_id = ${blobId}`;
  return row;
}

/** How an attempt has ended. */
export type Attempt = { stored: StoredBlob | null; missingPart: MissingPart | null; retryAt: Date | null; now: Date };

/** Writes how an attempt has ended over what was known before. A content that is gone ends in the foreign key. */
export async function putThumbnail(
  tx: Tx,
  id: ThumbnailId,
  { stored, missingPart, retryAt, now }: Attempt,
): Promise<void> {
  await tx`
    insert into thumbnails as t (deployment_id, blob_id, kind, size, is_annotated, storage_key, bytes, sha256, missing_part,
      attempts, retry_at, created_at)
    values (${id.deploymentId}, ${id.blobId}, ${id.kind}, ${id.size}, ${id.isAnnotated}, ${stored?.key ?? null},
      ${stored?.size ?? null}, ${stored?.sha256 ?? null}, ${missingPart}, 1, ${retryAt}, ${now})
    on conflict (deployment_id, blob_id, kind, size, is_annotated) do update set storage_key = excluded.storage_key,
      bytes = excluded.bytes, sha256 = excluded.sha256, missing_part = excluded.missing_part, attempts = t.attempts + 1,
      retry_at = excluded.retry_at, created_at = excluded.created_at`;
}

/** Forgets a thumbnail whose picture is lost, unless it has been made anew meanwhile. */
export async function deleteThumbnail(sql: Db, id: ThumbnailId, storageKey: string): Promise<void> {
  await sql`
    delete from thumbnails
    where deployment_id = ${id.deploymentId} and blob_id = ${id.blobId} and storage_key = ${storageKey}`;
}

/** Makes two who would store the same thumbnail take turns, also before there is a row to lock. */
export async function lockThumbnail(tx: Tx, id: ThumbnailId): Promise<void> {
  const name = `carrel:thumbnail:${id.deploymentId}:${id.blobId}:${id.kind}:${id.size}:${id.isAnnotated}`;
  await tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}
