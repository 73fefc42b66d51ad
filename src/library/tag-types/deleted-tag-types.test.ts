import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { makeTagType, statusTypeId, tagDocument, tagsOf } from '../../../test/factories/tags.ts';
import { startApp } from '../../../test/harness.ts';

const app = await startApp();

/** A library with a tag type that a folder uses and a document has a value of. */
async function tagged() {
  const w = await app.world();
  const { ann } = w;
  const { libraryId } = ann;
  const folderId = await ann.folder(libraryId, 'Folder');
  const phase = await makeTagType(ann, libraryId, 'Phase');
  const color = await makeTagType(ann, libraryId, 'Color');
  const Constraints = { DefaultValue: 'Draft' };
  await ann.api('PUT', `/api/folders/${folderId}/tagtypes`, [{ TagTypeId: phase, Constraints }, { TagTypeId: color }]);
  const documentId = await ann.document(folderId, 'a.txt');
  await tagDocument(ann, documentId, [
    [phase, 'Concept'],
    [color, 'Blue'],
  ]);
  const path = `/api/libraries/${libraryId}/tagtypes`;
  return { w, ann, libraryId, folderId, documentId, phase, color, path };
}

const namesOf = (body: { TagTypeName: string }[]) => body.map(({ TagTypeName }) => TagTypeName);

test('a deleted tag type disappears at once with its values, from documents, folders, searches and new documents', async () => {
  const { ann, libraryId, folderId, documentId, phase, path } = await tagged();
  assert.equal((await ann.api('DELETE', `${path}/${phase}`)).status, 204);
  const criteria = [{ TagTypeId: phase, Value: 'Concept' }];
  const assertGone = async () => {
    assert.deepEqual(namesOf((await ann.api('GET', path)).body), ['Color']);
    assert.deepEqual(namesOf((await ann.api('GET', `/api/folders/${folderId}/tagtypes`)).body), ['Color']);
    assert.deepEqual(await tagsOf(ann, documentId), { Color: 'Blue' });
    const found = await ann.api('POST', `/api/libraries/${libraryId}/search/systemtags-v2`, criteria);
    assert.equal(found.status, 404);
    assert.equal((await ann.api('GET', `/api/tagtypes/${phase}/values`)).status, 404);
    assert.equal((await ann.api('GET', `${path}/Phase`)).status, 404);
    assert.equal((await ann.api('PATCH', `${path}/${phase}`, { TagTypeName: 'x' })).status, 404);
    assert.deepEqual(await tagsOf(ann, await ann.document(folderId, `${crypto.randomUUID()}.txt`)), {});
  };
  await assertGone();
  await app.runJobs();
  await assertGone();
  const left = await app.sql`
    select (select count(*)::int from document_tags where tag_type_id = ${phase}) as values,
      (select count(*)::int from folder_tag_types where tag_type_id = ${phase}) as places,
      (select count(*)::int from tag_types where tag_type_id = ${phase}) as types`;
  assert.deepEqual([...left], [{ values: 0, places: 0, types: 0 }]);
});

test('the name of a deleted tag type is free before its values are removed, and a new one has none of them', async () => {
  const { ann, libraryId, documentId, phase, path } = await tagged();
  await ann.api('DELETE', `${path}/${phase}`);
  const again = await makeTagType(ann, libraryId, 'Phase', { DataType: 'Date' });
  assert.deepEqual((await ann.api('GET', `/api/tagtypes/${again}/values`)).body, []);
  await app.runJobs();
  await tagDocument(ann, documentId, [[again, '01312027']]);
  assert.deepEqual(await tagsOf(ann, documentId), { Phase: '01312027' });
});

test('deleting a tag type that a person sees requires Grant on the library; one of the service cannot be deleted', async () => {
  const { w, ann, libraryId, phase, path } = await tagged();
  await grant(app, w.bob, { libraryId }, { allow: ['Read', 'Write', 'Delete'] });
  assert.equal((await w.bob.api('DELETE', `${path}/${phase}`)).status, 403);
  const status = await statusTypeId(ann, libraryId, 'ToDo_Status');
  assert.equal((await ann.api('DELETE', `${path}/${status}`)).status, 400);
  const foreign = await makeTagType(w.bob, w.bob.libraryId, 'Foreign');
  assert.equal((await ann.api('DELETE', `${path}/${foreign}`)).status, 404);
  assert.deepEqual(namesOf((await ann.api('GET', path)).body), ['Color', 'Phase']);
});

test('of several people who delete a tag type at once one succeeds, and it is recorded once', async () => {
  const { ann, phase, path } = await tagged();
  const answers = await Promise.all(Array.from({ length: 5 }, () => ann.api('DELETE', `${path}/${phase}`)));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 404, 404, 404, 404],
  );
  const rows = await app.sql`
    select content_name, details from activity where activity_type = 'TagTypeDeleted' and library_id = ${ann.libraryId}`;
  assert.deepEqual([...rows], [{ content_name: 'Phase', details: { tagTypeId: phase } }]);
});
