/** Reads what snippets are made of: positions of words in the texts of a page of matches, and the parts around them. */
import type { Db } from '../../platform/db/connection.ts';

/** Where a lexeme stands in a text. */
export type WordPositions = { blobId: number; language: string; lexeme: string; positions: number[] };

/** The words of a search in texts of a language; `query` is a tsquery for one of them. */
export type WantedWords = { language: string; lexemes: string[]; beginnings: string[]; query: string | null };

/** A part of a text, found for a position in it. */
export type FoundPart = { blobId: number; position: number; page: number | null; firstWord: number; text: string };

/** Whole vectors are read: those of the first texts whose sizes (bytes as stored) together are at most this. The others get no snippet. */
const MAX_READ = 24_000_000;
/** The same for lexemes that begin with something, which are looked for one by one. */
const MAX_SCANNED = 2_000_000;
const MAX_LEXEMES = 20;
const MAX_POSITIONS = 30;

/** The first positions of these lexemes, and of those that begin with these, in the texts, the best ones first. */
export async function findPositions(
  sql: Db,
  deploymentId: number,
  blobIds: number[],
  wanted: WantedWords[],
): Promise<WordPositions[]> {
  return sql<WordPositions[]>`
    select x.blob_id as "blobId", x.language, p.lexeme, p.positions[1:${MAX_POSITIONS}] as positions
    from (
      select x.blob_id, x.language, x.vector, sum(pg_column_size(x.vector)) over (order by w.n) as bytes
      from unnest(${blobIds}::bigint[]) with ordinality w (blob_id, n)
      join content_texts x on x.deployment_id = ${deploymentId} and x.blob_id = w.blob_id and x.vector is not null
    ) x
    join jsonb_to_recordset(${sql.json(wanted)}::jsonb) q (language text, lexemes text[], beginnings text[]) on q.language = x.language
    cross join lateral (
      select lexeme, positions from unnest(ts_filter(setweight(x.vector, 'A', q.lexemes), '{a}'))
      union all
      select * from (
        select lexeme, positions from unnest(case when q.beginnings <> '{}' and x.bytes <= ${MAX_SCANNED} then x.vector end)
        where exists (select from unnest(q.beginnings) b where starts_with(lexeme, b)) limit ${MAX_LEXEMES}
      ) begun
    ) p
    where x.bytes <= ${MAX_READ} and p.positions is not null`;
}

/** The part that has the word at each position. Index: text_parts_word. */
export async function findParts(
  sql: Db,
  deploymentId: number,
  places: { blobId: number; position: number }[],
): Promise<FoundPart[]> {
  return sql<FoundPart[]>`
    select w.blob_id as "blobId", w.position, p.page, p.first_word as "firstWord", p.text
    from unnest(${places.map(({ blobId }) => blobId)}::bigint[], ${places.map(({ position }) => position)}::integer[])
      with ordinality w (blob_id, position, n)
    cross join lateral (
      select page, first_word, text from text_parts p
      where p.deployment_id = ${deploymentId} and p.blob_id = w.blob_id and p.first_word <= w.position
      order by p.first_word desc, p.part_number desc limit 1
    ) p order by w.n`;
}

/** The words that match the query in their languages, as `language word`. */
export async function findMatchingWords(
  sql: Db,
  words: { language: string; word: string }[],
  wanted: WantedWords[],
): Promise<Set<string>> {
  const rows = await sql<{ language: string; word: string }[]>`
    select w.language, w.word
    from unnest(${words.map(({ language }) => language)}::text[], ${words.map(({ word }) => word)}::text[]) w (language, word)
    join jsonb_to_recordset(${sql.json(wanted)}::jsonb) q (language text, query text) on q.language = w.language
    where to_tsvector(w.language::regconfig, w.word) @@ q.query::tsquery or to_tsvector('simple', w.word) @@ q.query::tsquery`;
  return new Set(rows.map(({ language, word }) => `${language} ${word}`));
}
