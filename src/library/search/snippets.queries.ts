/** Reads what snippets are made of: positions of words in the texts of a page of matches, and the parts around them. */
import type { Db, Fragment } from '../../platform/db/connection.ts';

/** Where a lexeme stands in a text. */
export type WordPositions = { blobId: number; language: string; lexeme: string; positions: number[] };

/**
 * The words of a search in texts of a language. `queries`: a tsquery for each word and phrase; `query`: one for any of the words; `most`:
 * positions of a lexeme that are read.
 */
export type WantedWords = {
  language: string;
  lexemes: string[];
  beginnings: string[];
  queries: string[];
  query: string | null;
  most: number;
};

/** A part of a text, found for a position in it. */
export type FoundPart = { blobId: number; position: number; page: number | null; firstWord: number; text: string };

/** Vectors of the first texts are read whose sizes (bytes as stored) together are at most this, and sections likewise. */
const MAX_READ = 24_000_000;
/** The same for lexemes that begin with something, which are looked for one by one. */
const MAX_SCANNED = 2_000_000;
const MAX_LEXEMES = 20;
/** Sections of a long text: those with most of the words, of phrases in their order. */
const MAX_SECTIONS = 2;
/** PostgreSQL keeps no later position in a vector. */
const LAST_POSITION = 16_383;

/** Positions of these lexemes, and of those that begin with these, in the texts, the best texts first. */
export async function findPositions(
  sql: Db,
  deploymentId: number,
  blobIds: number[],
  wanted: WantedWords[],
): Promise<WordPositions[]> {
  return sql<WordPositions[]>`
    with found as materialized (${textsOf(sql, deploymentId, blobIds, wanted)}), counted as (
      select *, sum(case when is_beyond then section_bytes else 0 end) over (order by n) as sections_read from found
    )
    select x.blob_id as "blobId", x.language, p.lexeme, array(
        select position + v.first_word - 1 from unnest(p.positions[1:x.most]) position
      ) as positions
    from counted x
    cross join lateral (${vectorsOf(sql, deploymentId)}) v
    cross join lateral (
      select lexeme, positions from unnest(ts_filter(setweight(v.vector, 'A', x.lexemes), '{a}'))
      union all
      select * from (
        select lexeme, positions from unnest(case when x.beginnings <> '{}' and x.bytes <= ${MAX_SCANNED} then v.vector end)
        where exists (select from unnest(x.beginnings) b where starts_with(lexeme, b)) limit ${MAX_LEXEMES}
      ) begun
    ) p
    where p.positions is not null`;
}

// `is_beyond`: a long text whose vector does not say where all of the words are.
function textsOf(sql: Db, deploymentId: number, blobIds: number[], wanted: WantedWords[]): Fragment {
  return sql`
    select t.*, q.lexemes, q.beginnings, q.queries, q.query, q.most, case when t.section_bytes > 0 then (
        q.beginnings <> '{}'
        or exists (select from unnest(q.queries) one where strpos(one, '<') > 0 and not t.vector @@ one::tsquery)
        or exists (
          select from unnest(ts_filter(setweight(t.vector, 'A', q.lexemes), '{a}')) w where w.positions[1] >= ${LAST_POSITION})
      ) else false end as is_beyond
    from (
      select x.blob_id, x.language, x.vector, x.section_bytes, w.n, sum(pg_column_size(x.vector)) over (order by w.n) as bytes
      from unnest(${blobIds}::bigint[]) with ordinality w (blob_id, n)
      join content_texts x on x.deployment_id = ${deploymentId} and x.blob_id = w.blob_id and x.vector is not null
    ) t
    join jsonb_to_recordset(${sql.json(wanted)}::jsonb) q
      (language text, lexemes text[], beginnings text[], queries text[], query text, most integer) on q.language = t.language
    where t.bytes <= ${MAX_READ}`;
}

// Of a text `x`: its vector, or its sections with most words of the search. Index: text_sections_pkey.
function vectorsOf(sql: Db, deploymentId: number): Fragment {
  return sql`
    select x.vector, 1 as first_word where not x.is_beyond or x.sections_read > ${MAX_READ}
    union all
    select * from (
      select n.vector, n.first_word from (
        -- Read once for all comparisons.
        select vector || ''::tsvector as vector, first_word, section_number from text_sections
        where x.is_beyond and x.sections_read <= ${MAX_READ} and deployment_id = ${deploymentId} and blob_id = x.blob_id offset 0
      ) n where n.vector @@ x.query::tsquery
      order by (select count(*) from unnest(x.queries) one where n.vector @@ one::tsquery) desc, n.section_number
      limit ${MAX_SECTIONS}
    ) sections`;
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
