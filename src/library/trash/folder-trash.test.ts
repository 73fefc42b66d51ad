import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant, revokeAll } from '../../../test/factories/permissions.ts';
import { assertTreesAreWhole, makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';

const app = await startApp();

async function worldWithTree() {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Papers');
  const childId = await makeChild(ann, folderId, 'Child');
  const documentId = await ann.document(childId, 'a.txt');
  return { w, ann, folderId, childId, documentId, path: `/api/folders/${folderId}` };
}

test('a deleted folder includes its whole subtree: 204, then every address of it returns 404', async () => {
  const { ann, folderId, childId, documentId, path } = await worldWithTree();
  const deleted = await ann.api('DELETE', path);
  assert.deepEqual([deleted.status, deleted.text], [204, '']);
  for (const id of [folderId, childId]) {
    for (const part of ['', '?embed=f,d', '/folders', '/documents']) {
      assert.equal((await ann.api('GET', `/api/folders/${id}${part}`)).status, 404);
    }
    assert.equal((await ann.api('PATCH', `/api/folders/${id}`, { FolderName: 'x' })).status, 404);
    assert.equal((await ann.api('POST', `/api/folders/${id}/folders`, { FolderName: 'x' })).status, 404);
    assert.equal((await ann.api('DELETE', `/api/folders/${id}`)).status, 404);
    assert.equal((await ann.upload(id, 'x.txt', 'x')).status, 404);
  }
  for (const part of ['', '/content', '/revisions']) {
    assert.equal((await ann.api('GET', `/api/documents/${documentId}${part}`)).status, 404);
  }
  assert.deepEqual((await ann.api('GET', `/api/libraries/${ann.libraryId}/folders`)).body, []);
  // Only the folder itself is marked.
  const marked =
    await app.sql`select folder_id from folders where trashed_at is not null and library_id = ${ann.libraryId}`;
  assert.deepEqual(
    marked.map((row) => row['folder_id']),
    [folderId],
  );
});

test('a restored folder is unchanged, with its subtree: 200 with the Folder', async () => {
  const { ann, documentId, path } = await worldWithTree();
  const { body: before } = await ann.api('GET', path);
  await ann.api('DELETE', path);
  const restored = await ann.api('PATCH', `${path}/restore`, undefined, { 'content-type': 'application/json' });
  assert.deepEqual([restored.status, restored.body], [200, before]);
  assert.equal((await ann.api('GET', `/api/documents/${documentId}`)).status, 200);
});

test('items deleted inside earlier stay in the trash when the folder is restored', async () => {
  const { ann, childId, path } = await worldWithTree();
  await ann.api('DELETE', `/api/folders/${childId}`);
  await ann.api('DELETE', path);
  await ann.api('PATCH', `${path}/restore`);
  assert.equal((await ann.api('GET', `/api/folders/${childId}`)).status, 404);
  assert.equal((await ann.api('PATCH', `/api/folders/${childId}/restore`)).status, 200);
});

test('a folder is restored into another folder, also of another library, with its subtree', async () => {
  const { w, ann, folderId, childId, path } = await worldWithTree();
  const near = await ann.folder(ann.libraryId, 'Near');
  const far = await w.admin.folder(await makeLibrary(w.admin), 'Far');
  await grant(app, ann, { folderId: far }, { allow: ['Write'] });
  for (const into of [near, far]) {
    await ann.api('DELETE', path);
    const { status, body } = await ann.api('PATCH', `${path}/restore?into=${into}`);
    const { body: target } = await ann.api('GET', `/api/folders/${into}`);
    assert.deepEqual([status, body.FolderName, body.LibraryId], [200, 'Papers', target.LibraryId]);
    await assertTreesAreWhole(app);
    if (into === near) assert.equal((await ann.api('GET', `/api/folders/${near}/folders/${folderId}`)).status, 200);
  }
  assert.equal((await w.admin.api('GET', `/api/folders/${far}/folders/${folderId}`)).status, 200);
  assert.equal((await w.admin.api('GET', `/api/folders/${folderId}/folders/${childId}`)).status, 200);
});

test('a taken name at the target gets a number at its end, regardless of dots', async () => {
  const { ann } = await worldWithTree();
  const target = await ann.folder(ann.libraryId, 'Target');
  await makeChild(ann, target, 'v1.2');
  for (const [into, expected] of [
    ['', 'V1.2 (2)'],
    [`?into=${target}`, 'V1.2 (2)'],
  ] as const) {
    const id = await ann.folder(ann.libraryId, 'V1.2');
    await ann.api('DELETE', `/api/folders/${id}`);
    const rival = await ann.folder(ann.libraryId, 'v1.2');
    const { body } = await ann.api('PATCH', `/api/folders/${id}/restore${into}`);
    assert.equal(body.FolderName, expected);
    for (const done of [id, rival]) await ann.api('DELETE', `/api/folders/${done}`);
  }
});

test('restoring an item that is not in the trash returns 409, with and without into', async () => {
  const { ann, path } = await worldWithTree();
  const target = await ann.folder(ann.libraryId, 'Target');
  assert.equal((await ann.api('PATCH', `${path}/restore`)).status, 409);
  assert.equal((await ann.api('PATCH', `${path}/restore?into=${target}`)).status, 409);
});

test("a missing into target returns 404, one without Write 403, before the item's state is checked", async () => {
  const { w, ann, folderId, documentId, path } = await worldWithTree();
  const closed = await w.bob.folder(w.bob.libraryId, 'Closed');
  for (const item of [path, `/api/documents/${documentId}`]) {
    assert.equal((await ann.api('PATCH', `${item}/restore?into=999999999`)).status, 404, item);
    assert.equal((await ann.api('PATCH', `${item}/restore?into=${closed}`)).status, 403, item);
    assert.equal((await ann.api('PATCH', `${item}/restore?into=${folderId}`)).status, 409, item);
  }
});

test('without its place a folder cannot be restored (409), and the into target must exist (404)', async () => {
  const { w, ann, folderId, childId } = await worldWithTree();
  const path = `/api/folders/${childId}`;
  const target = await ann.folder(ann.libraryId, 'Target');
  const gone = await ann.folder(ann.libraryId, 'Gone');
  const foreign = await w.other.folder(w.other.libraryId, 'Foreign');
  await ann.api('DELETE', `/api/folders/${gone}`);
  await ann.api('DELETE', path);
  await ann.api('DELETE', `/api/folders/${folderId}`);
  assert.equal((await ann.api('PATCH', `${path}/restore`)).status, 409);
  for (const into of [gone, foreign, folderId, childId, 999_999_999]) {
    assert.equal((await ann.api('PATCH', `${path}/restore?into=${into}`)).status, 404, String(into));
  }
  await ann.api('DELETE', `/api/folders/${folderId}?purge=true`);
  assert.equal((await ann.api('PATCH', `${path}/restore?into=${target}`)).status, 404);
});

test('a child of a deleted folder returns 404, and can only be restored elsewhere or purged', async () => {
  const { ann, folderId, childId, path } = await worldWithTree();
  const secondId = await makeChild(ann, folderId, 'Second');
  const target = await ann.folder(ann.libraryId, 'Target');
  await ann.api('DELETE', path);
  assert.equal((await ann.api('PATCH', `/api/folders/${childId}/restore`)).status, 409);
  assert.equal((await ann.api('PATCH', `/api/folders/${childId}/restore?into=${target}`)).status, 200);
  assert.equal((await ann.api('DELETE', `/api/folders/${secondId}?purge=true`)).status, 204);
  await ann.api('PATCH', `${path}/restore`);
  assert.deepEqual((await ann.api('GET', `${path}/folders`)).body, []);
  await assertTreesAreWhole(app);
});

test('in a deleted library a folder returns 404 and can only be restored elsewhere', async () => {
  const { w } = await worldWithTree();
  const { admin } = w;
  const [one, two] = [await makeLibrary(admin), await makeLibrary(admin)];
  const id = await admin.folder(one, 'F');
  const target = await admin.folder(two, 'Target');
  await admin.api('DELETE', `/api/libraries/${one}`);
  assert.equal((await admin.api('GET', `/api/folders/${id}`)).status, 404);
  assert.equal((await admin.api('PATCH', `/api/folders/${id}/restore`)).status, 409);
  const { status, body } = await admin.api('PATCH', `/api/folders/${id}/restore?into=${target}`);
  assert.deepEqual([status, body.LibraryId], [200, two]);
});

test('a deleter without rights can restore in place only, and purge', async () => {
  const { w, ann, folderId, path } = await worldWithTree();
  const mine = await w.bob.folder(w.bob.libraryId, 'Mine');
  await grant(app, w.bob, { folderId }, { allow: ['Delete'] });
  await w.bob.api('DELETE', path);
  await revokeAll(app, w.bob);
  assert.equal((await w.bob.api('PATCH', `${path}/restore?into=${mine}`)).status, 403);
  const { status, body } = await w.bob.api('PATCH', `${path}/restore`);
  assert.deepEqual([status, body.FolderId], [200, folderId]);
  assert.equal((await w.bob.api('GET', path)).status, 403);
  await grant(app, w.bob, { folderId }, { allow: ['Delete'] });
  await w.bob.api('DELETE', path);
  await revokeAll(app, w.bob);
  assert.equal((await w.bob.api('DELETE', `${path}?purge=true`)).status, 204);
  assert.equal((await ann.api('PATCH', `${path}/restore`)).status, 404);
});

test('users without Delete who did not delete the item get 403 in the trash', async () => {
  const { w, ann, folderId, path } = await worldWithTree();
  const mine = await w.bob.folder(w.bob.libraryId, 'Mine');
  await grant(app, w.bob, { folderId }, { allow: ['Read', 'Write', 'Grant'] });
  await ann.api('DELETE', path);
  for (const person of [w.bob, w.stranger, w.admin]) {
    assert.equal((await person.api('PATCH', `${path}/restore`)).status, 403);
    assert.equal((await person.api('PATCH', `${path}/restore?into=${mine}`)).status, 403);
    assert.equal((await person.api('DELETE', `${path}?purge=true`)).status, 403);
  }
  assert.equal((await ann.api('PATCH', `${path}/restore`)).status, 200);
});

test('restoring into a folder requires Write there', async () => {
  const { w, ann, path } = await worldWithTree();
  const target = await w.bob.folder(w.bob.libraryId, 'Inbox');
  await grant(app, ann, { folderId: target }, { allow: ['Read', 'Delete', 'Grant'] });
  await ann.api('DELETE', path);
  assert.equal((await ann.api('PATCH', `${path}/restore?into=${target}`)).status, 403);
});

test('deleting, restoring and purging are logged with the current name', async () => {
  const { ann, folderId, path } = await worldWithTree();
  await ann.api('DELETE', path);
  await ann.folder(ann.libraryId, 'papers');
  await ann.api('PATCH', `${path}/restore`);
  await ann.api('DELETE', `${path}?purge=true`);
  const rows = await app.sql<{ type: string; name: string }[]>`
    select activity_type as type, content_name as name from activity where folder_id = ${folderId} order by activity_id`;
  assert.deepEqual(
    rows.map(({ type, name }) => [type, name]),
    [
      ['FolderCreated', 'Papers'],
      ['FolderDeleted', 'Papers'],
      ['FolderRestored', 'Papers (2)'],
      ['FolderPurged', 'Papers (2)'],
    ],
  );
});
