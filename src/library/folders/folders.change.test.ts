import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { assertTreesAreWhole, makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';

const app = await startApp();

async function worldWithTree() {
  const w = await app.world();
  const { ann } = w;
  const aId = await ann.folder(ann.libraryId, 'A');
  const bId = await ann.folder(ann.libraryId, 'B');
  const insideId = await makeChild(ann, aId, 'Inside');
  const documentId = await ann.document(insideId, 'a.txt');
  return { w, ann, aId, bId, insideId, documentId, path: `/api/folders/${aId}` };
}

test('a folder is renamed: 200 with every field, the name trimmed and normalized', async () => {
  const { ann, path } = await worldWithTree();
  const { status, body } = await ann.api('PATCH', path, { FolderName: ' Cafe\u0301 ' });
  assert.deepEqual([status, body.FolderName], [200, 'Café']);
  assert.deepEqual((await ann.api('GET', path)).body, body);
});

test('the name of a sibling, ignoring case, returns 409; changing the case of the own name does not', async () => {
  const { ann, path } = await worldWithTree();
  assert.equal((await ann.api('PATCH', path, { FolderName: 'b' })).status, 409);
  assert.equal((await ann.api('PATCH', path, { FolderName: 'a' })).body.FolderName, 'a');
  assert.equal((await ann.api('PATCH', path, { FolderName: 'a' })).status, 200);
});

test('an empty change, two places at once and invalid names return 400', async () => {
  const { ann, bId, path } = await worldWithTree();
  for (const body of [
    undefined,
    {},
    { FolderName: null, ParentFolderId: null, LibraryId: null },
    { ParentFolderId: bId, LibraryId: ann.libraryId },
    ...[' ', '..', 'a/b', 'a\\b', 'x'.repeat(200), 'a\u0000'].map((FolderName) => ({ FolderName })),
  ]) {
    assert.equal((await ann.api('PATCH', path, body)).status, 400, JSON.stringify(body));
  }
});

test('a folder moves with its subtree, into a folder and back to the root', async () => {
  const { ann, aId, bId, insideId, documentId, path } = await worldWithTree();
  const moved = await ann.api('PATCH', path, { ParentFolderId: bId });
  assert.deepEqual([moved.status, moved.body.FolderName], [200, 'A']);
  assert.equal((await ann.api('GET', `/api/folders/${bId}/folders/${aId}`)).status, 200);
  assert.equal((await ann.api('GET', `/api/documents/${documentId}`)).status, 200);
  await assertTreesAreWhole(app);
  // A folder moved below another is trashed with it.
  await ann.api('DELETE', `/api/folders/${bId}`);
  assert.equal((await ann.api('GET', `/api/documents/${documentId}`)).status, 404);
  await ann.api('PATCH', `/api/folders/${bId}/restore`);
  assert.equal((await ann.api('PATCH', path, { LibraryId: ann.libraryId })).status, 200);
  assert.equal((await ann.api('GET', `/api/libraries/${ann.libraryId}/folders/${aId}`)).status, 200);
  assert.equal((await ann.api('GET', `/api/folders/${aId}/folders/${insideId}`)).status, 200);
  await assertTreesAreWhole(app);
});

test('a folder that is read, renamed and sent back stays where it is', async () => {
  const { ann, bId, aId, path } = await worldWithTree();
  await ann.api('PATCH', path, { ParentFolderId: bId });
  const { body: folder } = await ann.api('GET', path);
  const sentBack = await ann.api('PATCH', path, { ...folder, FolderName: 'Renamed' });
  assert.deepEqual([sentBack.status, sentBack.body.FolderName], [200, 'Renamed']);
  assert.equal((await ann.api('GET', `/api/folders/${bId}/folders/${aId}`)).status, 200);
  // With a target the answer moves it there.
  const cId = await ann.folder(ann.libraryId, 'C');
  assert.equal((await ann.api('PATCH', path, { ...sentBack.body, ParentFolderId: cId })).status, 200);
  assert.equal((await ann.api('GET', `/api/folders/${cId}/folders/${aId}`)).status, 200);
  // Another folder's answer moves it, and so does the library alone.
  assert.equal((await ann.api('PATCH', path, { FolderId: bId, LibraryId: ann.libraryId })).status, 200);
  assert.equal((await ann.api('GET', `/api/libraries/${ann.libraryId}/folders/${aId}`)).status, 200);
});

test('a folder moves to another library with its subtree', async () => {
  const { admin } = await app.world();
  const [one, two] = [await makeLibrary(admin), await makeLibrary(admin)];
  const folderId = await admin.folder(one, 'F');
  const childId = await makeChild(admin, folderId, 'Child');
  const moved = await admin.api('PATCH', `/api/folders/${folderId}`, { LibraryId: two });
  assert.deepEqual([moved.status, moved.body.LibraryId], [200, two]);
  assert.equal((await admin.api('GET', `/api/folders/${childId}`)).body.LibraryId, two);
  assert.deepEqual((await admin.api('GET', `/api/libraries/${one}/folders`)).body, []);
  await assertTreesAreWhole(app);
});

test('a folder cannot move into itself or below itself: 409', async () => {
  const { ann, aId, insideId, path } = await worldWithTree();
  for (const into of [aId, insideId]) {
    assert.equal((await ann.api('PATCH', path, { ParentFolderId: into })).status, 409);
  }
  await assertTreesAreWhole(app);
});

test('a taken name at the target returns 409, and moving and renaming at once avoids it', async () => {
  const { ann, bId, path } = await worldWithTree();
  await makeChild(ann, bId, 'a');
  assert.equal((await ann.api('PATCH', path, { ParentFolderId: bId })).status, 409);
  assert.equal((await ann.api('PATCH', path, { ParentFolderId: bId, FolderName: 'A' })).status, 409);
  const { status, body } = await ann.api('PATCH', path, { ParentFolderId: bId, FolderName: 'A too' });
  assert.deepEqual([status, body.FolderName], [200, 'A too']);
});

test('a folder can be moved away from where its new name is taken', async () => {
  const { ann, bId, path } = await worldWithTree();
  const { status } = await ann.api('PATCH', path, { ParentFolderId: bId, FolderName: 'B' });
  assert.equal(status, 200);
});

test('a move to the current place changes nothing and is not logged', async () => {
  const { ann, aId, path } = await worldWithTree();
  assert.equal((await ann.api('PATCH', path, { LibraryId: ann.libraryId })).status, 200);
  assert.equal((await ann.api('PATCH', path, { FolderName: 'A' })).status, 200);
  const rows = await app.sql<{ type: string }[]>`
    select activity_type as type from activity where folder_id = ${aId} order by activity_id`;
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['FolderCreated'],
  );
});

test('a target that is missing, in the trash or in another deployment returns 404', async () => {
  const { w, ann, bId, path } = await worldWithTree();
  await ann.api('DELETE', `/api/folders/${bId}`);
  const foreign = await w.other.folder(w.other.libraryId, 'Foreign');
  for (const body of [
    { ParentFolderId: bId },
    { ParentFolderId: foreign },
    { ParentFolderId: 999_999_999 },
    { LibraryId: 999_999_999 },
    { LibraryId: w.other.libraryId },
  ]) {
    assert.equal((await ann.api('PATCH', path, body)).status, 404, JSON.stringify(body));
  }
});

test('a move that would nest deeper than a hundred levels returns 409', async () => {
  const { ann, path } = await worldWithTree();
  const FolderPath = Array.from({ length: 99 }, (_, i) => `${i}`).join('\\');
  const { body } = await ann.api('POST', `/api/libraries/${ann.libraryId}/folders`, { FolderPath });
  assert.equal((await ann.api('PATCH', path, { ParentFolderId: body.FolderId })).status, 409);
});

test('renaming and moving are logged with the respective name', async () => {
  const { ann, aId, bId, path } = await worldWithTree();
  await ann.api('PATCH', path, { ParentFolderId: bId, FolderName: 'New' });
  const rows = await app.sql<{ type: string; name: string; details: unknown }[]>`
    select activity_type as type, content_name as name, details from activity
    where folder_id = ${aId} order by activity_id`;
  assert.deepEqual(
    rows.map(({ type, name, details }) => [type, name, details]),
    [
      ['FolderCreated', 'A', null],
      ['FolderMoved', 'A', { fromLibraryId: ann.libraryId, fromFolderId: null }],
      ['FolderRenamed', 'New', { from: 'A' }],
    ],
  );
});
