/** Sections of long texts (decision 0140). */
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { ContentId } from './extraction.queries.ts';
import { divide } from './sections.ts';

/** Stores sections if the vector of the text lacks positions, in place of those that it had. `words`: all of them, in order. */
export async function putSections(
  tx: Tx,
  { deploymentId, blobId }: ContentId,
  words: readonly string[],
): Promise<void> {
  await tx`delete from text_sections where deployment_id = ${deploymentId} and blob_id = ${blobId}`;
  const [text] = await tx<{ isLong: boolean; language: string }[]>`
    select lacks_positions(vector) as "isLong", language from content_texts
    where deployment_id = ${deploymentId} and blob_id = ${blobId} and vector is not null`;
  if (text === undefined) return;
  const sections = text.isLong ? divide(words) : [];
  await tx`
    insert into text_sections (deployment_id, blob_id, section_number, first_word, vector)
    select ${deploymentId}, ${blobId}, s.number, s.first_word, to_tsvector(${text.language}::regconfig, s.words)
    from unnest(${sections.map(({ firstWord }) => firstWord)}::integer[], ${sections.map((one) => one.words.join(' '))}::text[])
      with ordinality as s (first_word, words, number)`;
  await tx`
    update content_texts set section_bytes = (
      select coalesce(sum(pg_column_size(vector)), 0) from text_sections where deployment_id = ${deploymentId} and blob_id = ${blobId}
    )
    where deployment_id = ${deploymentId} and blob_id = ${blobId}`;
}

/**
 * Decides about some texts that an older release stored: those that need no sections are done, the others are returned. Undefined:
 * there are none left. Index: content_texts_undecided.
 */
export async function decideSome(tx: Tx, limit: number): Promise<ContentId[] | undefined> {
  const decided = await tx<(ContentId & { isLong: boolean })[]>`
    with undecided as materialized (
      select deployment_id, blob_id, lacks_positions(vector) as is_long from (
        select deployment_id, blob_id, vector from content_texts where section_bytes is null and vector is not null
        order by deployment_id, blob_id limit ${limit} for no key update skip locked
      ) first
    ), done as (
      update content_texts x set section_bytes = 0 from undecided s
      where x.deployment_id = s.deployment_id and x.blob_id = s.blob_id and not s.is_long
    )
    select deployment_id as "deploymentId", blob_id as "blobId", is_long as "isLong" from undecided`;
  if (decided.length === 0) return undefined;
  return decided.filter(({ isLong }) => isLong).map(({ deploymentId, blobId }) => ({ deploymentId, blobId }));
}

/** The parts of a text, in their order. */
export async function readParts(sql: Db, { deploymentId, blobId }: ContentId): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select text from text_parts where deployment_id = ${deploymentId} and blob_id = ${blobId} order by part_number`;
  return rows.map(({ text }) => text);
}
