import type { Db, Tx } from '../../platform/db/connection.ts';
import type { MissingPart } from '../../platform/rendering/renderer.ts';
import type { Language } from '../../platform/values/languages.ts';
import type { TextPart } from './parts.ts';

/** A content of a deployment. */
export type ContentId = { deploymentId: number; blobId: number };

/** The claim of a text is stored beside those of renditions, under this name. */
export const TEXT_LOOK = 'any text';

/** `method` null: nothing could be read. */
export type TextRow = {
  method: string | null;
  missingPart: MissingPart | null;
  attempts: number;
  retryAt: string | null;
};

/** The state of a text; undefined if it was never read. */
export async function findText(sql: Db, { deploymentId, blobId }: ContentId): Promise<TextRow | undefined> {
  const [row] = await sql<TextRow[]>`
    select method, missing_part as "missingPart", attempts, retry_at as "retryAt"
    from content_texts
    where deployment_id = ${deploymentId} and blob_id = ${blobId}`;
  return row;
}

/** A text that was read, page by page. `page` null: the content has no pages, or it is metadata. */
export type ReadText = { isComplete: boolean; pages: { page: number | null; text: string }[] };

/** The text of a content; undefined if it has none, or it was not read. A page has at most 1 MiB. */
export async function readText(sql: Db, { deploymentId, blobId }: ContentId): Promise<ReadText | undefined> {
  const [row] = await sql<ReadText[]>`
    select t.is_complete as "isComplete", (
      select coalesce(json_agg(json_build_object('page', p.page, 'text', p.text) order by p.first_part), '[]')
      from (
        select page, min(part_number) as first_part, string_agg(text, E'\\n' order by part_number) as text
        from text_parts
        where deployment_id = t.deployment_id and blob_id = t.blob_id group by page
      ) p
    ) as pages
    from content_texts t
    where t.deployment_id = ${deploymentId} and t.blob_id = ${blobId} and t.method is not null`;
  return row;
}

/** Bytes in the blob store. */
export type Stored = { storageKey: string; size: number };

/** A content, and the PDF of an office document if it is stored; undefined if the content is gone. */
export async function findSources(
  sql: Db,
  { deploymentId, blobId }: ContentId,
): Promise<{ content: Stored; pdf: Stored | null } | undefined> {
  const [row] = await sql<(Stored & { pdfKey: string | null; pdfSize: number | null })[]>`
    select b.storage_key as "storageKey", b.size, t.storage_key as "pdfKey", t.bytes as "pdfSize"
    from blobs b
    left join thumbnails t on t.deployment_id = b.deployment_id and t.blob_id = b.blob_id
      and t.kind in ('word pdf', 'presentation pdf') and t.size = 0 and not t.is_annotated and t.storage_key is not null
    where b.deployment_id = ${deploymentId} and b.blob_id = ${blobId}
    limit 1`;
  if (row === undefined) return undefined;
  const { pdfKey, pdfSize, ...content } = row;
  return { content, pdf: pdfKey === null || pdfSize === null ? null : { storageKey: pdfKey, size: pdfSize } };
}

/**
 * The oldest text of which one of the programs can read more, unless another process is reading it. Index:
 * content_texts_missing.
 */
export async function findIncomplete(sql: Db, parts: MissingPart[], now: Date): Promise<ContentId | undefined> {
  const [row] = await sql<ContentId[]>`
    select t.deployment_id as "deploymentId", t.blob_id as "blobId"
    from content_texts t
    where t.missing_part = any (${parts}::text[]) and (t.retry_at is null or t.retry_at <= ${now})
      and not exists (
        select from thumbnail_claims c
        where c.deployment_id = t.deployment_id and c.blob_id = t.blob_id and c.kind = ${TEXT_LOOK} and c.size = 0
          and not c.is_annotated and c.expires_at > now()
      )
    order by t.created_at
    limit 1`;
  return row;
}

/** Locks the content until the end of the transaction, so that no other process stores its text. False if it is gone. */
export async function lockContent(tx: Tx, { deploymentId, blobId }: ContentId): Promise<boolean> {
  // The lock of the row keeps a purge away, but neither uploads of the same content nor another process with its text.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`carrel:text:${deploymentId}:${blobId}`}, 0))`;
  const rows = await tx`
    select from blobs where deployment_id = ${deploymentId} and blob_id = ${blobId} for key share`;
  return rows.length > 0;
}

/** The outcome of an attempt. `words`: those to index, separated by spaces; null: there is no text. */
export type TextAttempt = {
  method: string | null;
  language: Language;
  isComplete: boolean;
  words: string | null;
  missingPart: MissingPart | null;
  retryAt: Date | null;
  now: Date;
};

/** Stores the outcome of an attempt and replaces the previous one. The words have the weight D. */
export async function putText(tx: Tx, { deploymentId, blobId }: ContentId, attempt: TextAttempt): Promise<void> {
  const { method, language, isComplete, words, missingPart, retryAt, now } = attempt;
  await tx`
    insert into content_texts as t (deployment_id, blob_id, method, language, is_complete, vector, missing_part, attempts,
      retry_at, created_at)
    values (${deploymentId}, ${blobId}, ${method}, ${language}, ${isComplete},
      to_tsvector(${language}::regconfig, ${words}::text), ${missingPart}, 1, ${retryAt}, ${now})
    on conflict (deployment_id, blob_id) do update set method = excluded.method, language = excluded.language,
      is_complete = excluded.is_complete, vector = excluded.vector, missing_part = excluded.missing_part,
      attempts = t.attempts + 1, retry_at = excluded.retry_at, created_at = excluded.created_at`;
}

/** Replaces the parts of a text. */
export async function replaceParts(tx: Tx, { deploymentId, blobId }: ContentId, parts: TextPart[]): Promise<void> {
  await tx`delete from text_parts where deployment_id = ${deploymentId} and blob_id = ${blobId}`;
  if (parts.length === 0) return;
  await tx`
    insert into text_parts (deployment_id, blob_id, part_number, page, first_word, text)
    select ${deploymentId}, ${blobId}, p.number, p.page, p.first_word, p.text
    from unnest(${parts.map(({ page }) => page)}::integer[], ${parts.map(({ firstWord }) => firstWord)}::integer[],
      ${parts.map(({ text }) => text)}::text[]) with ordinality as p (page, first_word, text, number)`;
}

/** Stores that an attempt to read more of a text failed. The text stays as it is. */
export async function noteFailure(
  tx: Tx,
  { deploymentId, blobId }: ContentId,
  { missingPart, retryAt }: Pick<TextAttempt, 'missingPart' | 'retryAt'>,
): Promise<void> {
  await tx`
    update content_texts
    set missing_part = ${missingPart}, retry_at = ${retryAt}, attempts = attempts + 1, is_complete = false
    where deployment_id = ${deploymentId} and blob_id = ${blobId}`;
}

/** The text is not completed before this time. */
export async function postponeText(sql: Db, { deploymentId, blobId }: ContentId, retryAt: Date): Promise<void> {
  await sql`
    update content_texts set retry_at = ${retryAt} where deployment_id = ${deploymentId} and blob_id = ${blobId}`;
}
