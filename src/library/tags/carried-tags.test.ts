/** Tags of documents and folders that move. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addManyDocuments } from '../../../test/factories/bulk.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { makeTagType, statusTypeId, tagDocument, tagsOf } from '../../../test/factories/tags.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { found } from '../tag-search/tag-search.fixture.ts';

const app = await startApp();

async function worldWithTwoLibraries() {
  const { admin } = await app.world();
  const [here, there] = [await makeLibrary(admin), await makeLibrary(admin)];
  const folderId = await admin.folder(here, 'From');
  const documentId = await admin.document(folderId, 'a.txt');
  const color = await makeTagType(admin, here, 'Color');
  await makeTagType(admin, there, 'Color');
  await tagDocument(admin, documentId, [[color, 'Blue']]);
  const path = `/api/documents/${documentId}`;
  return { admin, here, there, folderId, documentId, color, path };
}

const rowsOf = async (documentId: number) =>
  (await app.sql`select from document_tags where document_id = ${documentId}`).length;

test('a document that moves within its library keeps its tags', async () => {
  const { admin, here, documentId, path } = await worldWithTwoLibraries();
  await admin.api('PATCH', path, { FolderId: await admin.folder(here, 'To') });
  assert.deepEqual(await tagsOf(admin, documentId), { Color: 'Blue' });
});

test('a document that moves to another library loses its tags, even after moving back', async () => {
  const { admin, there, folderId, documentId, path } = await worldWithTwoLibraries();
  const target = await admin.folder(there, 'To');
  assert.equal((await admin.api('PATCH', path, { FolderId: target })).status, 200);
  assert.deepEqual(await tagsOf(admin, documentId), {});
  assert.equal(await rowsOf(documentId), 0);
  await admin.api('PATCH', path, { FolderId: folderId });
  assert.deepEqual(await tagsOf(admin, documentId), {});
});

test('a document restored into another library loses its tags, within its library it keeps them', async () => {
  const { admin, here, there, documentId, path } = await worldWithTwoLibraries();
  await admin.api('DELETE', path);
  assert.equal((await admin.api('PATCH', `${path}/restore?into=${await admin.folder(here, 'To')}`)).status, 200);
  assert.deepEqual(await tagsOf(admin, documentId), { Color: 'Blue' });
  await admin.api('DELETE', path);
  assert.equal((await admin.api('PATCH', `${path}/restore?into=${await admin.folder(there, 'To')}`)).status, 200);
  assert.equal(await rowsOf(documentId), 0);
});

test('a folder that moves within its library keeps the tags below it and its tag types', async () => {
  const { admin, here, folderId, documentId, color } = await worldWithTwoLibraries();
  await admin.api('PUT', `/api/folders/${folderId}/tagtypes`, [{ TagTypeId: color }]);
  await admin.api('PATCH', `/api/folders/${folderId}`, { ParentFolderId: await admin.folder(here, 'To') });
  await app.runJobs();
  assert.deepEqual(await tagsOf(admin, documentId), { Color: 'Blue' });
  assert.equal((await admin.api('GET', `/api/folders/${folderId}/tagtypes`)).body.length, 1);
});

test('a folder that moves to another library loses the tags below it at once, even after moving back before the job', async () => {
  const { admin, here, there, folderId, documentId, color } = await worldWithTwoLibraries();
  const childId = await makeChild(admin, folderId, 'Child');
  const below = await admin.document(childId, 'below.txt');
  await tagDocument(admin, below, [[color, 'Red']]);
  await admin.revise(below, 'below.txt', 'second');
  for (const id of [folderId, childId]) await admin.api('PUT', `/api/folders/${id}/tagtypes`, [{ TagTypeId: color }]);
  for (const LibraryId of [there, here]) {
    assert.equal((await admin.api('PATCH', `/api/folders/${folderId}`, { LibraryId })).status, 200);
    for (const id of [documentId, below]) assert.deepEqual(await tagsOf(admin, id), {});
    for (const id of [folderId, childId]) {
      assert.deepEqual((await admin.api('GET', `/api/folders/${id}/tagtypes`)).body, []);
    }
  }
  // Tagged anew before the job has run: that stays.
  await tagDocument(admin, documentId, [[color, 'Green']]);
  await admin.revise(below, 'below.txt', 'third');
  await app.runJobs();
  assert.deepEqual(await tagsOf(admin, documentId), { Color: 'Green' });
  const rows = await app.sql`select document_id, value from document_tags where document_id in (${documentId}, ${below})
    order by document_id`;
  assert.deepEqual(
    rows.map((row) => [row['document_id'], row['value']]),
    [
      [documentId, 'Green'],
      [below, 'Revised'],
    ],
  );
});

test('a folder restored into another library loses the tags below it', async () => {
  const { admin, there, folderId, documentId } = await worldWithTwoLibraries();
  await admin.api('DELETE', `/api/folders/${folderId}`);
  const into = await admin.folder(there, 'To');
  assert.equal((await admin.api('PATCH', `/api/folders/${folderId}/restore?into=${into}`)).status, 200);
  assert.deepEqual(await tagsOf(admin, documentId), {});
  await app.runJobs();
  assert.equal(await rowsOf(documentId), 0);
});

test('documents revised before a move are found as revised in the new library', async () => {
  const { admin, here, there, folderId, documentId, path } = await worldWithTwoLibraries();
  const along = await admin.document(await makeChild(admin, folderId, 'Child'), 'along.txt');
  for (const id of [documentId, along]) await admin.revise(id, 'new.txt', 'second');
  await admin.document(folderId, 'once.txt');
  const revisedIn = async (libraryId: number) => {
    const TagTypeId = await statusTypeId(admin, libraryId, 'Content_Status');
    return found(admin, `libraries/${libraryId}`, [{ TagTypeId, Value: 'Revised' }]);
  };
  assert.equal((await admin.api('PATCH', path, { FolderId: await admin.folder(there, 'To') })).status, 200);
  assert.deepEqual([await revisedIn(here), await revisedIn(there)], [[along], [documentId]]);
  assert.equal((await admin.api('PATCH', `/api/folders/${folderId}`, { LibraryId: there })).status, 200);
  await app.runJobs();
  assert.deepEqual([await revisedIn(here), await revisedIn(there)], [[], [documentId, along]]);
  await admin.api('DELETE', path);
  assert.equal((await admin.api('PATCH', `${path}/restore?into=${await admin.folder(here, 'Back')}`)).status, 200);
  assert.deepEqual([await revisedIn(here), await revisedIn(there)], [[documentId], [along]]);
});

test('documents that move between folders with and without a former library keep their tags', async () => {
  const { admin, here, there, folderId, documentId, color, path } = await worldWithTwoLibraries();
  const travelled = await admin.folder(there, 'Travelled');
  await admin.api('PATCH', `/api/folders/${travelled}`, { LibraryId: here });
  for (const FolderId of [travelled, folderId, travelled]) {
    await admin.api('PATCH', path, { FolderId });
    assert.deepEqual(await tagsOf(admin, documentId), { Color: 'Blue' });
  }
  await tagDocument(admin, documentId, [[color, 'Red']]);
  await app.runJobs();
  assert.deepEqual(await tagsOf(admin, documentId), { Color: 'Red' });
});

test('a move to another library touches no tag rows; the job deletes them', async () => {
  const { admin, there, folderId, color } = await worldWithTwoLibraries();
  await addManyDocuments(app, admin, folderId, 6000);
  await app.sql`
    insert into document_tags (deployment_id, document_id, tag_type_id, value, value_key, tag_epoch)
    select deployment_id, document_id, ${color}, 'x', 'x', 0 from documents where folder_id = ${folderId}
    on conflict do nothing`;
  const tagged = () => app.sql`
    select sum(hashtextextended(t.ctid::text || t.xmin::text, 0))::text as rows, count(*)::int as count
    from document_tags t where tag_type_id = ${color}`;
  const before = await tagged();
  assert.equal((await admin.api('PATCH', `/api/folders/${folderId}`, { LibraryId: there })).status, 200);
  assert.deepEqual([...(await tagged())], [...before]);
  await app.runJobs();
  assert.equal((await tagged())[0]?.['count'], 0);
});

test('concurrent tagging and moving leaves no tag of another library', async () => {
  const { admin, here, there, folderId, documentId, color, path } = await worldWithTwoLibraries();
  for (let round = 0; round < 12; round += 1) {
    const LibraryId = round % 2 === 0 ? there : here;
    const answers = await Promise.all([
      admin.api('PATCH', `/api/folders/${folderId}`, { LibraryId }),
      admin.api('PUT', `${path}/systemtags`, [{ TagTypeId: color, Value: 'Red' }]),
      admin.revise(documentId, 'a.txt', `round ${round}`),
    ]);
    for (const { status, text } of answers) assert.ok(status < 500, text);
    const tags = JSON.stringify(await tagsOf(admin, documentId));
    assert.ok(tags === '{}' || (LibraryId === here && tags === '{"Color":"Red"}'), `${round}: ${tags}`);
  }
  await app.runJobs();
  const lost = await app.sql`
    select from document_tags t join documents d using (deployment_id, document_id)
    join folders f using (deployment_id, folder_id) join tag_types y on y.tag_type_id = t.tag_type_id
    where t.document_id = ${documentId} and t.tag_epoch = f.tag_epoch and y.library_id <> f.library_id`;
  assert.deepEqual([...lost], []);
});
