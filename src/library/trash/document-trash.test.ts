import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { World } from '../../../test/world.ts';
import type { Right } from '../rights/rights.ts';
import { storedFiles } from '../../content/blobs/stored-files.fixture.ts';
import { grant } from '../../../test/factories/permissions.ts';

const app = await startApp({}, { own: 'counts the stored files' });

async function worldWithDocument() {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'Papers');
  const documentId = await w.ann.document(folderId, 'paper.txt', `paper of ${w.deploymentId}`);
  return { w, ann: w.ann, folderId, documentId, path: `/api/documents/${documentId}` };
}

const switchPurgingOff = ({ deploymentId }: World) =>
  app.sql`update deployments set settings = '{"EnablePurging": false}' where deployment_id = ${deploymentId}`;

test('a deleted document is hidden until it is restored unchanged', async () => {
  const { ann, folderId, path } = await worldWithDocument();
  const { body: before } = await ann.api('GET', path);
  const deleted = await ann.api('DELETE', path);
  assert.deepEqual([deleted.status, deleted.text], [204, '']);
  assert.equal((await ann.api('GET', path)).status, 404);
  assert.deepEqual((await ann.api('GET', `/api/folders/${folderId}/documents`)).body, []);
  assert.equal((await ann.api('DELETE', path)).status, 404);
  const restored = await ann.api('PATCH', `${path}/restore`);
  assert.deepEqual([restored.status, restored.body], [200, before]);
  assert.deepEqual((await ann.api('GET', path)).body, before);
  assert.equal((await ann.api('PATCH', `${path}/restore`)).status, 409);
});

test('a document is restored into another folder, also of another library', async () => {
  const { w, ann, path } = await worldWithDocument();
  const target = await w.bob.folder(w.bob.libraryId, 'Inbox');
  await grant(app, ann, { folderId: target }, { allow: ['Write'] });
  await ann.api('DELETE', path);
  const { status, body } = await ann.api('PATCH', `${path}/restore?into=${target}`);
  assert.deepEqual([status, body.FolderId], [200, target]);
  assert.equal((await w.bob.api('GET', path)).status, 200);
});

test('a restored duplicate gets a number before its extension', async () => {
  const { ann, folderId, documentId } = await worldWithDocument();
  const content = (await ann.api('GET', `/api/documents/${documentId}/content`)).text;
  const ids = [documentId];
  for (let i = 0; i < 3; i++) {
    await ann.api('DELETE', `/api/documents/${ids.at(-1)}`);
    ids.push(await ann.document(folderId, 'PAPER.txt', content));
  }
  const names = [];
  for (const id of ids.slice(0, 3)) {
    names.push((await ann.api('PATCH', `/api/documents/${id}/restore`)).body.DocumentName);
  }
  assert.deepEqual(names, ['paper (2).txt', 'PAPER (3).txt', 'PAPER (4).txt']);
});

test('a name used by another content is kept when restoring', async () => {
  const { ann, folderId, path } = await worldWithDocument();
  await ann.api('DELETE', path);
  await ann.document(folderId, 'paper.txt', 'another content');
  assert.equal((await ann.api('PATCH', `${path}/restore`)).body.DocumentName, 'paper.txt');
});

test('two concurrent restores of duplicates into one folder get two names', async () => {
  const { ann, folderId } = await worldWithDocument();
  const elsewhere = await ann.folder(ann.libraryId, 'Elsewhere');
  for (let i = 0; i < 10; i++) {
    const ids = [
      await ann.document(folderId, `twin ${i}.txt`, 'twin'),
      await ann.document(elsewhere, `twin ${i}.txt`, 'twin'),
    ];
    for (const id of ids) await ann.api('DELETE', `/api/documents/${id}`);
    const answers = await Promise.all(
      ids.map((id) => ann.api('PATCH', `/api/documents/${id}/restore?into=${folderId}`)),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    const names = new Set(answers.map(({ body }) => body.DocumentName));
    assert.deepEqual(names, new Set([`twin ${i}.txt`, `twin ${i} (2).txt`]));
  }
});

test('without its folder a document cannot be restored in place (409), and a target must exist (404)', async () => {
  const { w, ann, folderId, path } = await worldWithDocument();
  const target = await ann.folder(ann.libraryId, 'Target');
  const gone = await ann.folder(ann.libraryId, 'Gone');
  await ann.api('DELETE', `/api/folders/${gone}`);
  await ann.api('DELETE', path);
  await ann.api('DELETE', `/api/folders/${folderId}`);
  const refused = await ann.api('PATCH', `${path}/restore`);
  assert.deepEqual([refused.status, refused.body.IsPlaceGone], [409, true]);
  const elsewhere = await w.other.folder(w.other.libraryId, 'Elsewhere');
  for (const into of [gone, elsewhere, 999_999_999]) {
    assert.equal((await ann.api('PATCH', `${path}/restore?into=${into}`)).status, 404);
  }
  for (const into of ['x', '0', '1.5', '-1']) {
    assert.equal((await ann.api('PATCH', `${path}/restore?into=${into}`)).status, 400);
  }
  assert.equal((await ann.api('PATCH', `${path}/restore?into=${target}`)).status, 200);
  const again = await ann.api('PATCH', `${path}/restore`);
  assert.deepEqual([again.status, again.body.IsPlaceGone], [409, undefined]);
});

test('restore treats an empty JSON body as none, as existing clients send it', async () => {
  const { ann, path } = await worldWithDocument();
  const headers = { 'content-type': 'application/json' };
  assert.equal((await ann.api('DELETE', path, undefined, headers)).status, 204);
  assert.equal((await ann.api('PATCH', `${path}/restore`, undefined, headers)).status, 200);
});

test('a document below a deleted folder returns 404, and can only be restored elsewhere or purged', async () => {
  const { ann, folderId, documentId, path } = await worldWithDocument();
  const target = await ann.folder(ann.libraryId, 'Target');
  const second = await ann.document(folderId, 'second.txt', 'second');
  await ann.api('DELETE', `/api/folders/${folderId}`);
  assert.equal((await ann.api('GET', path)).status, 404);
  assert.equal((await ann.api('DELETE', path)).status, 404);
  assert.equal((await ann.api('PATCH', `${path}/restore`)).status, 409);
  assert.equal((await ann.api('PATCH', `${path}/restore?into=${target}`)).status, 200);
  assert.equal((await ann.api('DELETE', `/api/documents/${second}?purge=true`)).status, 204);
  await ann.api('PATCH', `/api/folders/${folderId}/restore`);
  assert.deepEqual((await ann.api('GET', `/api/folders/${folderId}/documents`)).body, []);
  assert.equal((await ann.api('GET', `/api/documents/${documentId}`)).body.FolderId, target);
});

test('deleting and purging require Delete; the deleter can always restore or purge', async () => {
  const table: [allow: Right[], status: number][] = [
    [[], 403],
    [['Read', 'Write', 'Grant'], 403],
    [['Delete'], 204],
  ];
  for (const [allow, status] of table) {
    const { w, folderId, path } = await worldWithDocument();
    await grant(app, w.bob, { folderId }, { allow });
    assert.equal((await w.bob.api('DELETE', path)).status, status);
    if (status !== 204) await w.ann.api('DELETE', path);
    assert.equal((await w.bob.api('PATCH', `${path}/restore`)).status, status === 204 ? 200 : 403);
    assert.equal((await w.bob.api('DELETE', `${path}?purge=true`)).status, status);
  }
  const { w, ann, folderId, path } = await worldWithDocument();
  const mine = await w.bob.folder(w.bob.libraryId, 'Mine');
  await grant(app, w.bob, { folderId }, { allow: ['Delete'] });
  await w.bob.api('DELETE', path);
  await app.sql`delete from permissions where folder_id = ${folderId}`;
  // In place only: elsewhere it would be in bob's reach again.
  assert.equal((await w.bob.api('PATCH', `${path}/restore?into=${mine}`)).status, 403);
  assert.equal((await w.bob.api('PATCH', `${path}/restore`)).status, 200);
  assert.equal((await w.bob.api('GET', path)).status, 403);
  assert.equal((await ann.api('GET', path)).status, 200);
});

test('restoring into a folder requires Write there', async () => {
  const { w, ann, path } = await worldWithDocument();
  const target = await w.bob.folder(w.bob.libraryId, 'Inbox');
  await ann.api('DELETE', path);
  await grant(app, ann, { folderId: target }, { allow: ['Read', 'Delete', 'Grant'] });
  assert.equal((await ann.api('PATCH', `${path}/restore?into=${target}`)).status, 403);
});

test('other deployments get 404 for deleting, restoring and purging', async () => {
  const { w, path } = await worldWithDocument();
  for (const [person, status] of [
    [w.other, 404],
    [w.anonymous, 401],
    [w.admin, 403],
    [w.stranger, 403],
  ] as const) {
    assert.equal((await person.api('DELETE', path)).status, status);
    assert.equal((await person.api('DELETE', `${path}?purge=true`)).status, status);
    assert.equal((await person.api('PATCH', `${path}/restore`)).status, status);
  }
});

test('purging permanently deletes the document, its revisions and bytes, from the trash or not', async () => {
  const { ann, folderId, documentId, path } = await worldWithDocument();
  await app.runJobs();
  const before = await storedFiles(app);
  const other = await ann.document(folderId, 'other.txt', 'other');
  await ann.revise(documentId, 'paper.txt', 'second');
  await ann.revise(documentId, 'paper.txt', 'other');
  await ann.api('DELETE', path);
  assert.equal((await ann.api('DELETE', `${path}?purge=true`)).status, 204);
  // Gone at once for everybody, whatever the background worker is doing.
  for (const method of ['GET', 'DELETE']) assert.equal((await ann.api(method, path)).status, 404);
  assert.equal((await ann.api('PATCH', `${path}/restore`)).status, 404);
  assert.equal((await ann.api('DELETE', `${path}?purge=true`)).status, 404);
  await app.runJobs();
  assert.equal((await app.sql`select from revisions where document_id = ${documentId}`).length, 0);
  assert.equal((await app.sql`select from documents where document_id = ${documentId}`).length, 0);
  // The first content is gone, the second too; the third is used by the other document.
  assert.equal((await storedFiles(app)).length, before.length);
  assert.equal((await ann.api('GET', `/api/documents/${other}/content`)).text, 'other');
  assert.equal((await ann.api('DELETE', `/api/documents/${other}?purge=true`)).status, 204);
  await app.runJobs();
  assert.equal((await storedFiles(app)).length, before.length - 1);
});

test('while purging is disabled it returns 403 even for site admins; the trash works', async () => {
  const { w, ann, path } = await worldWithDocument();
  const { body: library } = await w.admin.api('POST', '/api/libraries', { LibraryName: 'Corporate' });
  const corporate = await w.admin.document(await w.admin.folder(library.LibraryId, 'F'), 'a.txt', 'a');
  await switchPurgingOff(w);
  assert.equal((await ann.api('DELETE', `${path}?purge=true`)).status, 403);
  assert.equal((await w.admin.api('DELETE', `/api/documents/${corporate}?purge=true`)).status, 403);
  assert.equal((await ann.api('DELETE', `${path}?purge=false`)).status, 204);
  assert.equal((await ann.api('DELETE', `${path}?purge=true`)).status, 403);
  assert.equal((await ann.api('PATCH', `${path}/restore`)).status, 200);
  assert.equal((await ann.api('DELETE', `${path}?purge=yes`)).status, 400);
});
