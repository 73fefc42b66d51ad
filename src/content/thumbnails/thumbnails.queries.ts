import type { StoredBlob } from '../../platform/blobs/store.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { RenderableKind } from '../../platform/rendering/kinds.ts';
import type { MissingPart } from '../../platform/rendering/renderer.ts';

/** Identifies a thumbnail of a content. */
export type ThumbnailId = {
  deploymentId: number;
  blobId: number;
  kind: RenderableKind;
  size: number;
  isAnnotated: boolean;
};

/** No storage key means that none could be rendered. */
export type ThumbnailRow = {
  storageKey: string | null;
  bytes: number | null;
  hash: string | null;
  missingPart: MissingPart | null;
  attempts: number;
  retryAt: string | null;
};

/** The state of a thumbnail; undefined if it was never attempted. `lock`: until the end of the transaction. */
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

/** The storage key of a content; undefined if it is gone. */
export async function findContent(
  sql: Db,
  { deploymentId, blobId }: ThumbnailId,
): Promise<{ storageKey: string; size: number } | undefined> {
  const [row] = await sql<{ storageKey: string; size: number }[]>`
    select storage_key as "storageKey", size from blobs where deployment_id = ${deploymentId} and blob_id = ${blobId}`;
  return row;
}

/** The outcome of an attempt. */
export type Attempt = { stored: StoredBlob | null; missingPart: MissingPart | null; retryAt: Date | null; now: Date };

/** Stores the outcome of an attempt and replaces the previous one. A missing content violates the foreign key. */
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

/** Deletes a thumbnail whose image is lost, unless it was rendered again meanwhile. */
export async function deleteThumbnail(sql: Db, id: ThumbnailId, storageKey: string): Promise<void> {
  await sql`
    delete from thumbnails
    where deployment_id = ${id.deploymentId} and blob_id = ${id.blobId} and storage_key = ${storageKey}`;
}

/** Serializes storing the same thumbnail, even before its row exists. */
export async function lockThumbnail(tx: Tx, id: ThumbnailId): Promise<void> {
  const name = `carrel:thumbnail:${id.deploymentId}:${id.blobId}:${id.kind}:${id.size}:${id.isAnnotated}`;
  await tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}
