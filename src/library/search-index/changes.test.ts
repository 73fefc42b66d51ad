/** The index follows the documents. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tagDocument, makeTagType } from '../../../test/factories/tags.ts';
import { startApp } from '../../../test/harness.ts';
import { indexBatch } from './index.queries.ts';
import { indexRequested } from './index-soon.ts';
import { addText, namesOf } from '../search/search.fixture.ts';

const app = await startApp();
const options = () => ({ now: app.clock.now, language: 'simple' });

async function setUp() {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Home');
  const documentId = await ann.document(folderId, 'plan.txt', 'first');
  await addText(app, ann, documentId, 'quarterly figures');
  return { ann, folderId, documentId };
}

test('a rename, new tags and a revision change what is found', async () => {
  const { ann, documentId } = await setUp();
  await ann.api('PATCH', `/api/documents/${documentId}`, { DocumentName: 'sketch.txt' });
  const type = await makeTagType(ann, ann.libraryId, 'Phase');
  await tagDocument(ann, documentId, [[type, 'Concept']]);
  await app.runJobs();
  assert.deepEqual(await namesOf(ann, 'sketch concept quarterly'), ['sketch.txt']);
  assert.deepEqual(await namesOf(ann, 'plan'), []);
  await tagDocument(ann, documentId, [[type, 'Final']]);
  await ann.revise(documentId, 'sketch.txt', 'second');
  await app.runJobs();
  assert.deepEqual(await namesOf(ann, 'concept'), []);
  assert.deepEqual(await namesOf(ann, 'final'), ['sketch.txt']);
});

test('forty uploads at once are found, and share a few jobs', async () => {
  const { ann, folderId } = await setUp();
  await app.runJobs();
  const jobs = () => app.sql`select from graphile_worker.jobs where task_identifier = 'index-changes'`;
  // No other transaction adds one, so that its commit waits for no other that notifies.
  await Promise.all(Array.from({ length: 40 }, (_, n) => ann.document(folderId, `offer ${n}.bin`, `content ${n}`)));
  await indexRequested(app.sql);
  const { count } = await jobs();
  assert.ok(count >= 1 && count <= 15, `${count} jobs`);
  await app.runJobs();
  assert.equal((await jobs()).count, 0);
  assert.equal((await namesOf(ann, 'offer')).length, 40);
});

test('words of the trash are found again after a restore only, and never after a purge', async () => {
  const { ann, documentId } = await setUp();
  await ann.api('DELETE', `/api/documents/${documentId}`);
  assert.deepEqual(await namesOf(ann, 'quarterly'), []);
  await ann.api('PATCH', `/api/documents/${documentId}/restore`);
  await app.runJobs();
  assert.deepEqual(await namesOf(ann, 'quarterly'), ['plan.txt']);
  await ann.api('DELETE', `/api/documents/${documentId}?purge=true`);
  // Before any job.
  const rows = await app.sql`select from document_search where document_id = ${documentId}`;
  assert.equal(rows.length, 0);
  await app.runJobs();
  const parts = await app.sql`select from content_texts where deployment_id = ${ann.deploymentId}`;
  assert.equal(parts.length, 0);
});

test('a folder in the trash hides what is below it at once', async () => {
  const { ann, folderId } = await setUp();
  await ann.api('DELETE', `/api/folders/${folderId}`);
  assert.deepEqual(await namesOf(ann, 'quarterly'), []);
  await ann.api('PATCH', `/api/folders/${folderId}/restore`);
  assert.deepEqual(await namesOf(ann, 'quarterly'), ['plan.txt']);
});

test('documents are found where they and their folders are', async () => {
  const { ann, folderId, documentId } = await setUp();
  const other = await ann.folder(ann.libraryId, 'Other');
  await ann.api('PATCH', `/api/documents/${documentId}`, { FolderId: other });
  await app.runJobs();
  assert.deepEqual(await namesOf(ann, 'quarterly', `&folderId=${folderId}`), []);
  assert.deepEqual(await namesOf(ann, 'quarterly', `&folderId=${other}`), ['plan.txt']);
  await ann.api('PATCH', `/api/folders/${other}`, { ParentFolderId: folderId });
  await app.runJobs();
  assert.deepEqual(await namesOf(ann, 'quarterly', `&folderId=${folderId}`), ['plan.txt']);
});

test('copies of a folder are found by the text of their contents', async () => {
  const { ann, folderId } = await setUp();
  await ann.api('POST', `/api/folders/${folderId}/copy`, { LibraryId: ann.libraryId, FolderName: 'Copy' });
  await app.runJobs();
  assert.deepEqual(await namesOf(ann, 'quarterly figures'), ['plan.txt', 'plan.txt']);
});

test('a document that moves to another library loses its tags, and is found there', async () => {
  const { admin, ann } = await app.world();
  const { body: library } = await admin.api('POST', '/api/libraries', { LibraryName: crypto.randomUUID() });
  const folderId = await admin.folder(library.LibraryId, 'From');
  const documentId = await admin.document(folderId, 'plan.txt', 'a');
  const type = await makeTagType(admin, library.LibraryId, 'Phase');
  await tagDocument(admin, documentId, [[type, 'Concept']]);
  await app.runJobs();
  assert.deepEqual(await namesOf(admin, 'tag:Phase=Concept'), ['plan.txt']);
  const target = await admin.folder(admin.libraryId, 'To');
  await admin.api('PATCH', `/api/folders/${folderId}`, { ParentFolderId: target });
  await app.runJobs();
  assert.deepEqual(await namesOf(admin, 'tag:Phase=Concept'), []);
  assert.deepEqual(await namesOf(admin, 'concept'), []);
  assert.deepEqual(await namesOf(admin, 'plan', `&libraryId=${admin.libraryId}`), ['plan.txt']);
  assert.deepEqual(await namesOf(ann, 'plan'), []);
});

test('a change while its document is indexed is indexed after it', async () => {
  const { ann, documentId } = await setUp();
  await app.sql`insert into search_changes (deployment_id, document_id) values (${ann.deploymentId}, ${documentId})`;
  const [first, second] = await Promise.all([
    indexBatch(app.sql, { limit: 10 }, options()),
    ann.api('PATCH', `/api/documents/${documentId}`, { DocumentName: 'renamed.txt' }),
    indexBatch(app.sql, { limit: 10 }, options()),
  ]);
  assert.ok(first === null || first.taken >= 0);
  assert.equal(second.status, 200);
  await app.runJobs();
  assert.deepEqual(await namesOf(ann, 'renamed'), ['renamed.txt']);
  const changes = await app.sql`select from search_changes where deployment_id = ${ann.deploymentId}`;
  assert.equal(changes.length, 0);
});

test('an indexing that is interrupted leaves its changes in the log', async () => {
  const { ann, documentId } = await setUp();
  await app.sql`delete from document_search where document_id = ${documentId}`;
  await app.sql`insert into search_changes (deployment_id, document_id) values (${ann.deploymentId}, ${documentId})`;
  await assert.rejects(
    app.sql.begin(async (tx) => {
      await tx`delete from search_changes`;
      throw new Error('killed');
    }),
  );
  await app.runJobs();
  while (((await indexBatch(app.sql, { limit: 50 }, options()))?.taken ?? 0) > 0);
  assert.deepEqual(await namesOf(ann, 'quarterly'), ['plan.txt']);
});

test('changes of people come before existing documents', async () => {
  const { ann, documentId } = await setUp();
  await app.sql`
    insert into search_changes (is_backfill, deployment_id, document_id)
    select true, ${ann.deploymentId}, ${documentId} from generate_series(1, 60)`;
  await ann.api('PATCH', `/api/documents/${documentId}`, { DocumentName: 'urgent.txt' });
  assert.deepEqual((await indexBatch(app.sql, { limit: 1 }, options()))?.isBackfill, false);
  assert.deepEqual(await namesOf(ann, 'urgent'), ['urgent.txt']);
  await app.sql`delete from search_changes`;
});

test('a document that the database refuses to index does not stop the others', async () => {
  const { ann, folderId, documentId } = await setUp();
  await app.sql.unsafe(
    `alter table document_search add constraint refused check (document_id <> ${documentId}) not valid`,
  );
  try {
    await ann.api('PATCH', `/api/documents/${documentId}`, { DocumentName: 'refused.txt' });
    await ann.document(folderId, 'next.txt', 'next');
    await app.runJobs();
    assert.deepEqual(await namesOf(ann, 'next'), ['next.txt']);
    assert.ok(app.logs.some(({ msg }) => msg === 'A document could not be indexed.'));
    const changes = await app.sql`select from search_changes where deployment_id = ${ann.deploymentId}`;
    assert.equal(changes.length, 0);
  } finally {
    await app.sql.unsafe('alter table document_search drop constraint refused');
  }
});

test('words of a former version and dates outside the range are not found, and strange words are no failure', async () => {
  const { ann, documentId } = await setUp();
  await ann.revise(documentId, 'plan.txt', 'second');
  assert.deepEqual(await namesOf(ann, 'quarterly'), []);
  await app.runJobs();
  assert.deepEqual(await namesOf(ann, 'plan modified:<2000-01-01'), []);
  assert.deepEqual(await namesOf(ann, 'plan modified:>2000-01-01'), ['plan.txt']);
  assert.deepEqual(await namesOf(ann, `漢${'\u0F73'.repeat(500)}`), []);
});

test('the keys of a document include its era, and rows of the previous release without an era are found once', async () => {
  const { ann, documentId } = await setUp();
  await app.runJobs();
  const [row] = await app.sql<{ isKey: boolean }[]>`
    select places @> array[era * 4]::bigint[] as "isKey" from document_search where document_id = ${documentId}`;
  assert.equal(row?.isKey, true);
  await app.sql`update document_search set places = array_remove(places, era::bigint * 4) where document_id = ${documentId}`;
  assert.deepEqual(await namesOf(ann, 'quarterly'), ['plan.txt']);
});
