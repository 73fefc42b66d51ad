import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import { storedFiles } from '../../content/blobs/stored-files.fixture.ts';

const app = await startApp({}, { own: 'counts the stored files' });

async function worldWithLibrary() {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin, 'Contracts');
  const folderId = await w.admin.folder(libraryId, 'Old');
  const documentId = await w.admin.document(folderId, 'a.txt');
  return { w, admin: w.admin, libraryId, folderId, documentId, path: `/api/libraries/${libraryId}` };
}

test('a deleted library includes its content until it is restored unchanged', async () => {
  const { admin, folderId, documentId, path } = await worldWithLibrary();
  const { body: before } = await admin.api('GET', path);
  const deleted = await admin.api('DELETE', path);
  assert.deepEqual([deleted.status, deleted.text], [204, '']);
  for (const inside of [path, `${path}/folders`, `/api/folders/${folderId}`, `/api/documents/${documentId}`]) {
    assert.equal((await admin.api('GET', inside)).status, 404, inside);
  }
  assert.equal((await admin.api('DELETE', path)).status, 404);
  assert.equal((await admin.api('PATCH', path, { LibraryName: 'x' })).status, 404);
  const restored = await admin.api('PATCH', `${path}/restore`);
  assert.deepEqual([restored.status, restored.body], [200, before]);
  assert.equal((await admin.api('GET', `/api/documents/${documentId}`)).status, 200);
});

test('restoring an item that is not in the trash returns 409, an unknown one 404', async () => {
  const { w, admin, path } = await worldWithLibrary();
  assert.equal((await admin.api('PATCH', `${path}/restore`)).status, 409);
  assert.equal((await admin.api('PATCH', '/api/libraries/999999999/restore')).status, 404);
  assert.equal((await w.other.api('PATCH', `${path}/restore`)).status, 404);
});

test('a library whose name was taken meanwhile is restored with a number', async () => {
  const { admin, path } = await worldWithLibrary();
  await admin.api('DELETE', path);
  await makeLibrary(admin, 'CONTRACTS');
  await makeLibrary(admin, 'contracts (2)');
  assert.equal((await admin.api('PATCH', `${path}/restore`)).body.LibraryName, 'Contracts (3)');
});

test('two concurrent restores of libraries with one name both succeed under two names', async () => {
  const { admin } = await app.world();
  for (let i = 0; i < 10; i += 1) {
    const ids = [];
    for (let k = 0; k < 2; k += 1) {
      const id = await makeLibrary(admin, `Twin ${i}`);
      await admin.api('DELETE', `/api/libraries/${id}`);
      ids.push(id);
    }
    const answers = await Promise.all(ids.map((id) => admin.api('PATCH', `/api/libraries/${id}/restore`)));
    const names = new Set(answers.map(({ body }) => body.LibraryName));
    assert.deepEqual(names, new Set([`Twin ${i}`, `Twin ${i} (2)`]));
  }
});

test('only site admins delete, restore or purge a library, whatever rights are granted on it', async () => {
  const { w, admin, libraryId, path } = await worldWithLibrary();
  await grant(app, w.ann, { libraryId }, { allow: ['Read', 'Write', 'Delete', 'Grant'] });
  for (const [person, status] of [
    [w.ann, 403],
    [w.anonymous, 401],
    [w.other, 404],
  ] as const) {
    assert.equal((await person.api('DELETE', path)).status, status);
    assert.equal((await person.api('DELETE', `${path}?purge=true`)).status, status);
    assert.equal((await person.api('PATCH', `${path}/restore`)).status, status);
  }
  assert.equal((await admin.api('GET', path)).status, 200);
});

test('a purged library is gone at once, and its rows and bytes after the job', async () => {
  const { admin, libraryId, folderId, documentId, path } = await worldWithLibrary();
  const kept = await admin.document(await admin.folder(admin.libraryId, 'Kept'), 'kept.txt', 'kept');
  await admin.document(folderId, 'same.txt', 'kept');
  const before = await storedFiles(app);
  await admin.api('DELETE', `/api/folders/${folderId}`);
  assert.equal((await admin.api('DELETE', `${path}?purge=true`)).status, 204);
  for (const again of [path, `/api/folders/${folderId}`, `/api/documents/${documentId}`]) {
    assert.equal((await admin.api('GET', again)).status, 404);
    assert.equal((await admin.api('PATCH', `${again}/restore`)).status, 404);
    assert.equal((await admin.api('DELETE', `${again}?purge=true`)).status, 404);
  }
  await makeLibrary(admin, 'Contracts');
  await app.runJobs();
  const [counts] = await app.sql`
    select (select count(*) from libraries where library_id = ${libraryId}) as libraries,
      (select count(*) from folders where library_id = ${libraryId}) as folders,
      (select count(*) from documents where document_id = ${documentId}) as documents,
      (select count(*) from revisions where document_id = ${documentId}) as revisions`;
  assert.deepEqual({ ...counts }, { libraries: 0, folders: 0, documents: 0, revisions: 0 });
  assert.equal((await storedFiles(app)).length, before.length - 1);
  assert.equal((await admin.api('GET', `/api/documents/${kept}/content`)).text, 'kept');
});

test('while purging is disabled a library cannot be purged: 403; deleting and restoring work', async () => {
  const { w, admin, path } = await worldWithLibrary();
  await admin.api('PATCH', '/api/settings', { EnablePurging: false });
  assert.equal((await admin.api('DELETE', `${path}?purge=true`)).status, 403);
  assert.equal((await admin.api('DELETE', path)).status, 204);
  assert.equal((await admin.api('DELETE', `${path}?purge=true`)).status, 403);
  assert.equal((await admin.api('PATCH', `${path}/restore`)).status, 200);
  assert.equal((await w.other.api('GET', '/api/settings')).body.EnablePurging, true);
});
