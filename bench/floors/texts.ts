/** The floor's search inside texts: a plain ranked full-text query; no rights, trash, snippets or tags. */
import type { Db, Sql } from '../../src/platform/db/connection.ts';
import { textVector } from '../../test/factories/searchable.ts';
import { WORDS } from '../texts.ts';

/** The same words as `unscopedFillTexts`. */
export async function fillTexts(sql: Sql, documents: number): Promise<void> {
  await sql`create table floor.texts (document_id bigint primary key, name text not null, vector tsvector not null)`;
  await sql`
    insert into floor.texts
    select n, 'Item ' || n || '.pdf', ${textVector(sql, { documents, words: WORDS })}
    from generate_series(0, ${documents - 1}::integer) n`;
  await sql`create index on floor.texts using gin (vector)`;
  await sql`vacuum (analyze) floor.texts`;
}

/** The JSON text of the best 20. */
export async function searchTexts(sql: Db, origin: string, query: string): Promise<string> {
  const vector = query.endsWith('*')
    ? sql`to_tsquery('simple', ${query.replace('*', ':*')})`
    : sql`websearch_to_tsquery('simple', ${query})`;
  const rows = await sql<{ documentId: number; name: string }[]>`
    select t.document_id as "documentId", t.name from floor.texts t, ${vector} query
    where t.vector @@ query order by ts_rank(t.vector, query) desc limit 20`;
  const items = rows.map(
    ({ documentId, name }) =>
      `{"DocumentId":${documentId},"DocumentName":${JSON.stringify(name)},"Self":"${origin}/api/documents/${documentId}"}`,
  );
  return `[${items.join(',')}]`;
}
