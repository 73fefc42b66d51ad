/** Texts of about 1 MB: a search reads a bounded number of them, however many match. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from '../../../test/blocks.ts';
import { startApp } from '../../../test/harness.ts';
import type { World } from '../../../test/world.ts';
import { transaction } from '../../platform/db/connection.ts';
import { putSections } from '../../content/extraction/sections.queries.ts';
import { addIndexed } from './search.fixture.ts';

const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });
const TEXTS = 80;

const QUERIES: [string, string, boolean][] = [
  ['common', '80', false],
  ['common phrase', '80', false],
  ['com*', '80', false],
  ['"common phrase"', '36', true],
  ['"w9 common"', '0', true],
  ['common -"w9 w8"', '36', true],
];

/** Of texts with sections the end is known too. */
const DIVIDED: typeof QUERIES = [
  ['common', '80', false],
  ['com*', '80', false],
  ['"common phrase"', '80', false],
  ['"phrase common"', '80', false],
  ['"w9 common"', '0', false],
];

/** Gives all documents that were added to the index the same large text. */
async function enlarge({ deploymentId }: World): Promise<number> {
  await app.sql`
    insert into content_texts (deployment_id, blob_id, method, language, is_complete, vector, attempts, created_at)
    select ${deploymentId}, blob_id, 'text', 'simple', true, (
      select to_tsvector('simple', 'common phrase ' || string_agg('w' || n, ' ') || ' phrase common') from generate_series(1, 62000) n
    ), 1, now() from document_search where deployment_id = ${deploymentId}`;
  const [row] = await app.sql<{ bytes: number }[]>`
    select sum(pg_column_size(vector))::float8 as bytes from content_texts where deployment_id = ${deploymentId}`;
  return row?.bytes ?? 0;
}

/** The same with sections, as a job gives them to long texts. */
async function divideAll({ deploymentId }: World): Promise<void> {
  const words = ['common', 'phrase', ...Array.from({ length: 62_000 }, (_, n) => `w${n + 1}`), 'phrase', 'common'];
  const rows = await app.sql<{ blobId: number }[]>`
    select blob_id as "blobId" from content_texts where deployment_id = ${deploymentId}`;
  for (const { blobId } of rows) await transaction(app.sql, (tx) => putSections(tx, { deploymentId, blobId }, words));
  await app.sql`vacuum (analyze) text_sections, content_texts`;
}

test('ranks, snippets and phrases read few large texts, and say what they left out', async () => {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'F');
  await addIndexed(app, w.ann, folderId, { count: TEXTS, word: 'common' });
  await app.sql`
    update document_search set lexemes = array_to_tsvector(tsvector_to_array(lexemes) || array['phrase', 'w8', 'w9'])
    where deployment_id = ${w.deploymentId}`;
  const bytes = await enlarge(w);
  assert.ok(bytes > TEXTS * 300_000, String(bytes));
  await app.sql`vacuum (analyze) document_search, content_texts, documents`;
  // All texts are 9 000 blocks, which phrases, ranks and snippets would read one after the other.
  await measure(w, QUERIES, 8_500);
  await divideAll(w);
  // Each section is looked up on its own.
  await measure(w, DIVIDED, 22_000);
});

async function measure(w: World, queries: typeof QUERIES, most: number): Promise<void> {
  for (const [q, total, isCut] of queries) {
    const path = `/api/search?top=50&q=${encodeURIComponent(q)}`;
    const { blocks, answer } = await blocksOf(app, w.ann, path);
    assert.equal(answer.status, 200);
    assert.deepEqual(
      [answer.headers.get('x-total-count'), answer.headers.has('x-search-incomplete')],
      [total, isCut],
      q,
    );
    assert.ok(blocks < most, `${q}: ${blocks} blocks`);
  }
}
