/** Items in the trash are in no result, and hide no others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { transaction } from '../../platform/db/connection.ts';
import { requestIndex } from './index.jobs.ts';
import { indexBatch } from './index.queries.ts';
import { addIndexed, addText, namesOf } from '../search/search.fixture.ts';

const app = await startApp();
const options = () => ({ now: app.clock.now, language: 'simple' });

async function setUp() {
  const { ann } = await app.world();
  const kept = await ann.folder(ann.libraryId, 'Kept');
  const documentId = await ann.document(kept, 'plan.txt', 'first');
  await addText(app, ann, documentId, 'quarterly');
  return { ann, kept, documentId };
}

async function indexAll(): Promise<void> {
  await transaction(app.sql, requestIndex);
  await app.runJobs();
}

async function rowsOf({ deploymentId }: Person): Promise<number[]> {
  const rows = await app.sql<{ documentId: number }[]>`
    select document_id as "documentId" from document_search where deployment_id = ${deploymentId} order by document_id`;
  return rows.map(({ documentId }) => documentId);
}

test('1 300 newer matches in the trash hide no older one', async () => {
  const { ann, kept, documentId } = await setUp();
  const ids = await addIndexed(app, ann, kept, { count: 1300, word: 'quarterly' });
  await app.sql`
    update documents set trashed_at = ${app.clock.now}
    where deployment_id = ${ann.deploymentId} and document_id = any (${ids}::bigint[])`;
  assert.deepEqual(await namesOf(ann, 'quarterly'), ['plan.txt']);
  assert.deepEqual(await rowsOf(ann), [documentId]);
});

test('documents below a folder in the trash leave the index in the background', async () => {
  const { ann, documentId } = await setUp();
  const doomed = await ann.folder(ann.libraryId, 'Doomed');
  const below = (await ann.api('POST', `/api/folders/${doomed}/folders`, { FolderPath: 'Below' })).body.FolderId;
  await addIndexed(app, ann, below, { count: 5200, word: 'quarterly' });
  await ann.document(below, 'draft.txt', 'a');
  await ann.api('DELETE', `/api/folders/${doomed}`);
  await indexAll();
  assert.deepEqual(await rowsOf(ann), [documentId]);
  const { headers } = await ann.api('GET', '/api/search?q=quarterly');
  assert.deepEqual([headers.get('x-total-count'), headers.get('x-search-incomplete')], ['1', null]);
});

test('a folder and a library are found again after a restore, except what was in the trash before', async () => {
  const { admin } = await app.world();
  const { body: library } = await admin.api('POST', '/api/libraries', { LibraryName: crypto.randomUUID() });
  const top = await admin.folder(library.LibraryId, 'Top');
  const below = (await admin.api('POST', `/api/folders/${top}/folders`, { FolderPath: 'Below' })).body.FolderId;
  await admin.document(below, 'plan.txt', 'a');
  await admin.api('DELETE', `/api/documents/${await admin.document(below, 'plan old.txt', 'b')}`);
  await app.runJobs();
  for (const path of [`/api/folders/${top}`, `/api/libraries/${library.LibraryId}`]) {
    assert.deepEqual(await namesOf(admin, 'plan'), ['plan.txt']);
    assert.equal((await admin.api('DELETE', path)).status, 204);
    await indexAll();
    assert.deepEqual([await namesOf(admin, 'plan'), await rowsOf(admin)], [[], []]);
    assert.equal((await admin.api('PATCH', `${path}/restore`)).status, 200);
    await app.runJobs();
  }
  assert.deepEqual(await namesOf(admin, 'plan'), ['plan.txt']);
});

test('a document that is trashed or purged while it is indexed gets no row', async () => {
  const { ann, kept } = await setUp();
  for (const [n, purge] of ['', '?purge=true', '', '?purge=true'].entries()) {
    const documentId = await ann.document(kept, `${n}.txt`, String(n));
    await Promise.all([
      indexBatch(app.sql, { limit: 10 }, options()),
      ann.api('DELETE', `/api/documents/${documentId}${purge}`),
    ]);
    while (((await indexBatch(app.sql, { limit: 50 }, options()))?.taken ?? 0) > 0);
    assert.ok(!(await rowsOf(ann)).includes(documentId));
  }
});

test('a moved folder stays in its era; a new revision is in the newest', async () => {
  const { ann, kept, documentId } = await setUp();
  const eraOf = async () => {
    const [row] = await app.sql<{ era: number; last: number }[]>`
      select era, (select last_value from search_runs) as last from document_search where document_id = ${documentId}`;
    return row ?? { era: 0, last: 0 };
  };
  await app.sql`select setval('search_runs', (select last_value from search_runs) + 8192)`;
  const before = await eraOf();
  await ann.api('PATCH', `/api/folders/${kept}`, { ParentFolderId: await ann.folder(ann.libraryId, 'Other') });
  await ann.api('PATCH', `/api/documents/${documentId}`, { DocumentName: 'renamed.txt' });
  await app.runJobs();
  assert.deepEqual(await namesOf(ann, 'renamed in:Other'), ['renamed.txt']);
  assert.deepEqual(await eraOf(), before);
  app.clock.advance(1000);
  await ann.revise(documentId, 'renamed.txt', 'second');
  await app.runJobs();
  assert.ok((await eraOf()).era > before.era);
});

test('an upload does not wait for the documents of a moved folder', async () => {
  const { ann, kept } = await setUp();
  await app.sql`
    insert into search_changes (deployment_id, document_id) select ${ann.deploymentId}, 1000000000 + n from generate_series(1, 200) n`;
  await ann.document(kept, 'urgent.txt', 'urgent');
  await indexBatch(app.sql, { limit: 50 }, options());
  assert.deepEqual(await namesOf(ann, 'urgent'), ['urgent.txt']);
  await app.sql`delete from search_changes`;
});
