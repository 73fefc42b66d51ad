import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { stagedFiles, storedFiles } from '../blobs/stored-files.fixture.ts';
import type { Person } from '../../../test/world.ts';

const app = await startApp({}, { own: 'counts the stored files' });

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

// Everything that a folder lists can be downloaded and is what its hash says.
async function assertDownloadsWhole(person: Person, folderId: number): Promise<number> {
  const { body } = await person.api('GET', `/api/folders/${folderId}/documents`);
  for (const document of body) {
    const content = await person.api('GET', `/api/documents/${document.DocumentId}/content`);
    assert.deepEqual([content.status, sha256(content.bytes)], [200, document.Hash]);
  }
  return body.length;
}

test('of twenty concurrent uploads of one name and content one creates the document; the others return 409', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Rush');
  const before = await storedFiles(app);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ann.upload(folderId, 'a.txt', 'rush')));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.equal(answers.filter(({ status }) => status === 409).length, 19);
  assert.equal(await assertDownloadsWhole(ann, folderId), 1);
  assert.equal((await storedFiles(app)).length, before.length + 1);
  assert.deepEqual(await stagedFiles(app), []);
});

test('twenty concurrent uploads of one content under different names succeed and are stored once', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Rush');
  const before = await storedFiles(app);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => ann.upload(folderId, `${i}.txt`, 'crowd')));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  assert.equal(await assertDownloadsWhole(ann, folderId), 20);
  assert.equal((await storedFiles(app)).length, before.length + 1);
});

test('concurrent revisions of a document are numbered without gaps', async () => {
  const { ann } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'Rush'), 'a.txt', 'first');
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => ann.revise(documentId, 'a.txt', `v${i}`)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  const { body } = await ann.api('GET', `/api/documents/${documentId}/revisions`);
  assert.deepEqual(
    body.map((revision: { RevisionNumber: number }) => revision.RevisionNumber),
    Array.from({ length: 21 }, (_, i) => 21 - i),
  );
  const current = body.filter((revision: { IsCurrent: boolean }) => revision.IsCurrent);
  assert.deepEqual(current, [body[0]]);
  const { body: document } = await ann.api('GET', `/api/documents/${documentId}`);
  assert.equal(document.Hash, body[0].Hash);
});

test('an upload into a folder being deleted is stored in it or returns 404', async () => {
  const { ann } = await app.world();
  for (let i = 0; i < 20; i++) {
    const folderId = await ann.folder(ann.libraryId, `Folder ${i}`);
    const [deleted, ...uploads] = await Promise.all([
      ann.api('DELETE', `/api/folders/${folderId}`),
      ...['a', 'b', 'c'].map((name) => ann.upload(folderId, `${name}.txt`, `${name}${i}`)),
    ]);
    assert.equal(deleted.status, 204);
    for (const { status } of uploads) assert.ok(status === 201 || status === 404, String(status));
    await ann.api('PATCH', `/api/folders/${folderId}/restore`);
    const made = uploads.filter(({ status }) => status === 201).length;
    assert.equal(await assertDownloadsWhole(ann, folderId), made);
  }
});

test('a content that is uploaded, copied and revised while its last document is purged stays intact', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Kept');
  const revisedId = await ann.document(folderId, 'revised.txt', 'other');
  for (let i = 0; i < 20; i++) {
    const content = `purged ${i}`;
    const doomed = await ann.document(folderId, 'doomed.txt', content);
    const [purged, uploaded, copied, revised] = await Promise.all([
      ann.api('DELETE', `/api/documents/${doomed}?purge=true`),
      ann.upload(folderId, `kept ${i}.txt`, content),
      ann.api('POST', `/api/documents/${doomed}/copy`, { FolderId: folderId, DocumentName: `copy ${i}.txt` }),
      ann.revise(revisedId, 'revised.txt', content),
      app.runJobs(),
    ]);
    assert.deepEqual([purged.status, uploaded.status, revised.status], [204, 201, 201]);
    assert.ok(copied.status === 201 || copied.status === 404, String(copied.status));
    await app.runJobs();
    await assertDownloadsWhole(ann, folderId);
  }
  const rows = await app.sql<{ storageKey: string }[]>`select storage_key as "storageKey" from blobs`;
  assert.equal((await storedFiles(app)).length, rows.length);
});

test('concurrent revisions and purges of documents with one content do not deadlock', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Doomed');
  for (let i = 0; i < 15; i++) {
    const content = `doomed ${i}`;
    const ids = await Promise.all(['a', 'b', 'c'].map((name) => ann.document(folderId, `${name}.txt`, content)));
    const [revised, purged] = await Promise.all([
      Promise.all(['new.txt', 'newer.txt'].flatMap((name) => ids.map((id) => ann.revise(id, name, content)))),
      Promise.all(ids.map((id) => ann.api('DELETE', `/api/documents/${id}?purge=true`))),
      app.runJobs(),
      app.runJobs(),
    ]);
    for (const { status } of revised) assert.ok(status === 201 || status === 404, String(status));
    assert.deepEqual(new Set(purged.map(({ status }) => status)), new Set([204]));
    await app.runJobs();
  }
  assert.equal((await app.sql`select from documents where folder_id = ${folderId}`).length, 0);
  const rows = await app.sql`select from blobs`;
  assert.equal((await storedFiles(app)).length, rows.length);
});
