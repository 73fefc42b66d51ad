import type { StoredBlob } from '../../platform/blobs/store.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { About, Form } from '../../platform/rendering/job.ts';
import type { RenderableKind } from '../../platform/rendering/kinds.ts';
import type { MissingPart } from '../../platform/rendering/renderer.ts';

/** A form that is stored. */
export type StoredForm = Exclude<Form, { type: 'mark' | 'text' }>;

/** Identifies a rendition of a content: a thumbnail, or another form. */
export type RenditionId = {
  deploymentId: number;
  blobId: number;
  kind: RenderableKind;
  form: StoredForm;
  /** As in `RenderJob`; 0 for forms without a size. */
  size: number;
  isAnnotated: boolean;
};

/** No storage key means that nothing could be rendered, unless it is a count. */
export type RenditionRow = {
  storageKey: string | null;
  bytes: number | null;
  hash: string | null;
  about: About | null;
  missingPart: MissingPart | null;
  attempts: number;
  retryAt: string | null;
  /** Of forms that are kept while they are read: the day of the last read, UTC. */
  readOn: string | null;
};

/** The kind and form as they are stored: thumbnails have the name of their kind alone, as in releases before. */
export function lookOf({ kind, form }: Pick<RenditionId, 'kind' | 'form'>): string {
  if (form.type === 'thumbnail') return kind;
  return form.type === 'pages' ? `${kind} pages ${form.first}` : `${kind} ${form.type}`;
}

/** Whether it is deleted when nobody has read it for long: pages and playbacks, which are large. */
function isKeptWhileRead({ form }: RenditionId): boolean {
  return form.type === 'pages' || form.type === 'playback';
}

/** The state of a rendition; undefined if it was never attempted. `lock`: until the end of the transaction. */
export async function findRendition(sql: Db, id: RenditionId, lock = false): Promise<RenditionRow | undefined> {
  const [row] = await sql<RenditionRow[]>`
    select storage_key as "storageKey", bytes, encode(sha256, 'hex') as hash, about, missing_part as "missingPart", attempts,
      retry_at as "retryAt", read_on::text as "readOn"
    from thumbnails
    where deployment_id = ${id.deploymentId} and blob_id = ${id.blobId} and kind = ${lookOf(id)} and size = ${id.size}
      and is_annotated = ${id.isAnnotated}
    ${lock ? sql`for update` : sql``}`;
  return row;
}

/** The storage key of a content; undefined if it is gone. */
export async function findContent(
  sql: Db,
  { deploymentId, blobId }: RenditionId,
): Promise<{ storageKey: string; size: number } | undefined> {
  const [row] = await sql<{ storageKey: string; size: number }[]>`
    select storage_key as "storageKey", size from blobs where deployment_id = ${deploymentId} and blob_id = ${blobId}`;
  return row;
}

/** Keeps the content from being purged until the end of the transaction. Returns false if it is gone. */
export async function lockContent(tx: Tx, { deploymentId, blobId }: RenditionId): Promise<boolean> {
  const rows = await tx`
    select from blobs where deployment_id = ${deploymentId} and blob_id = ${blobId} for key share`;
  return rows.length > 0;
}

/** The outcome of an attempt. */
export type Attempt = {
  stored: StoredBlob | null;
  about: About | null;
  missingPart: MissingPart | null;
  retryAt: Date | null;
  now: Date;
};

/** Stores the outcome of an attempt and replaces the previous one. The content is locked. */
export async function putRendition(tx: Tx, id: RenditionId, attempt: Attempt): Promise<void> {
  const { stored, about, missingPart, retryAt, now } = attempt;
  await tx`
    insert into thumbnails as t (deployment_id, blob_id, kind, size, is_annotated, storage_key, bytes, sha256, about,
      missing_part, attempts, retry_at, created_at, read_on)
    values (${id.deploymentId}, ${id.blobId}, ${lookOf(id)}, ${id.size}, ${id.isAnnotated}, ${stored?.key ?? null},
      ${stored?.size ?? null}, ${stored?.sha256 ?? null}, ${about === null ? null : tx.json(about)}, ${missingPart}, 1,
      ${retryAt}, ${now}, ${isKeptWhileRead(id) ? now : null}::timestamptz::date)
    on conflict (deployment_id, blob_id, kind, size, is_annotated) do update set storage_key = excluded.storage_key,
      bytes = excluded.bytes, sha256 = excluded.sha256, about = excluded.about, missing_part = excluded.missing_part,
      attempts = t.attempts + 1, retry_at = excluded.retry_at, created_at = excluded.created_at, read_on = excluded.read_on`;
}

/** Deletes a rendition whose bytes are lost, unless it was rendered again meanwhile. */
export async function deleteRendition(sql: Db, id: RenditionId, storageKey: string): Promise<void> {
  await sql`
    delete from thumbnails
    where deployment_id = ${id.deploymentId} and blob_id = ${id.blobId} and storage_key = ${storageKey}`;
}

/** Serializes storing the same rendition, even before its row exists. */
export async function lockRendition(tx: Tx, id: RenditionId): Promise<void> {
  const name = `carrel:thumbnail:${id.deploymentId}:${id.blobId}:${lookOf(id)}:${id.size}:${id.isAnnotated}`;
  await tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

/** Records the day of the last read of pages or a playback, if that was another day. */
export async function noteRead(
  sql: Db,
  { deploymentId }: RenditionId,
  { storageKey, readOn, now }: { storageKey: string; readOn: string | null; now: Date },
): Promise<void> {
  if (readOn === now.toISOString().slice(0, 10)) return;
  await sql`
    update thumbnails set read_on = ${now}::timestamptz::date
    where deployment_id = ${deploymentId} and storage_key = ${storageKey} and read_on < ${now}::timestamptz::date`;
}

/**
 * Deletes those pages of the content that were not used for longest, as far as all of them take more than `maxBytes`,
 * but never those of `keep`. Returns their storage keys. The primary key finds the rows.
 */
export async function deleteExcessPages(
  tx: Tx,
  { deploymentId, blobId }: RenditionId,
  { keep, maxBytes }: { keep: string; maxBytes: number },
): Promise<string[]> {
  const rows = await tx<{ storageKey: string }[]>`
    with used as (
      select storage_key, sum(bytes) over (order by storage_key = ${keep} desc, read_on desc, created_at desc, storage_key) as total
      from thumbnails
      where deployment_id = ${deploymentId} and blob_id = ${blobId} and read_on is not null and storage_key is not null
    )
    delete from thumbnails t using used u
    where t.deployment_id = ${deploymentId} and t.blob_id = ${blobId} and t.storage_key = u.storage_key
      and u.total > ${maxBytes} and u.storage_key <> ${keep}
    returning t.storage_key as "storageKey"`;
  return rows.map(({ storageKey }) => storageKey);
}

/**
 * Deletes up to `limit` blocks of pages and playbacks that were not read since this day. Returns the storage key of each, null for
 * those that could not be made. Index: thumbnails_read_on.
 */
export async function deleteUnreadPages(tx: Tx, before: Date, limit: number): Promise<(string | null)[]> {
  const rows = await tx<{ storageKey: string | null }[]>`
    delete from thumbnails
    where ctid = any (array(
      select ctid from thumbnails where read_on < ${before}::timestamptz::date order by read_on limit ${limit} for update skip locked
    ))
    returning storage_key as "storageKey"`;
  return rows.map(({ storageKey }) => storageKey);
}

/** Deployments whose pages and playbacks take more than `maxBytes` together. */
export async function listOversized(sql: Db, maxBytes: number): Promise<number[]> {
  const rows = await sql<{ deploymentId: number }[]>`
    select deployment_id as "deploymentId" from thumbnails
    where read_on is not null and storage_key is not null
    group by deployment_id having sum(bytes) > ${maxBytes}`;
  return rows.map(({ deploymentId }) => deploymentId);
}

/**
 * Deletes up to `limit` blocks of pages and playbacks that were not read for longest, as far as all of the deployment take more than `maxBytes`.
 * Returns their storage keys.
 */
export async function deleteOversized(
  tx: Tx,
  deploymentId: number,
  { maxBytes, limit }: { maxBytes: number; limit: number },
): Promise<string[]> {
  const rows = await tx<{ storageKey: string }[]>`
    with used as (
      select storage_key, sum(bytes) over (order by read_on desc, created_at desc, storage_key) as total
      from thumbnails
      where deployment_id = ${deploymentId} and read_on is not null and storage_key is not null
    ), excess as (
      select storage_key from used where total > ${maxBytes} order by total desc limit ${limit}
    )
    delete from thumbnails t using excess e
    where t.deployment_id = ${deploymentId} and t.storage_key = e.storage_key
    returning t.storage_key as "storageKey"`;
  return rows.map(({ storageKey }) => storageKey);
}
