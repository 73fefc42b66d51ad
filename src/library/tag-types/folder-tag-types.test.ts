import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { makeTagType, statusTypeId, tagDocument, tagsOf } from '../../../test/factories/tags.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';

const app = await startApp();

async function worldWithFolder() {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Invoices');
  const kind = await makeTagType(ann, ann.libraryId, 'Kind', { Constraints: { DefaultValue: 'Bill' } });
  const amount = await makeTagType(ann, ann.libraryId, 'Amount', { DataType: 'Numeric' });
  return { w, ann, folderId, kind, amount, path: `/api/folders/${folderId}/tagtypes` };
}

type TagType = { TagTypeId: number; TagTypeName: string; Constraints: string };
const defaultsOf = (body: TagType[]) =>
  Object.fromEntries(body.map((row) => [row.TagTypeName, JSON.parse(row.Constraints).DefaultValue]));

test("a folder's tag types are replaced as a whole and inherit the library's constraints", async () => {
  const { ann, kind, amount, path } = await worldWithFolder();
  assert.deepEqual((await ann.api('GET', path)).body, []);
  const { status, body } = await ann.api('PUT', path, [
    { TagTypeId: kind },
    { TagTypeId: amount, Constraints: { DefaultValue: '10', DataSetValues: null } },
  ]);
  assert.equal(status, 200);
  assert.deepEqual(defaultsOf(body), { Amount: '10', Kind: 'Bill' });
  assert.deepEqual(body[0], {
    TagTypeId: amount,
    TagTypeName: 'Amount',
    FlavorName: 'Simple',
    DataType: 1,
    DataTypeName: 'Numeric',
    Constraints: '{"DefaultValue":"10","DataSetValues":null}',
    Links: { TagValuesUri: `http://carrel.test/api/tagtypes/${amount}/values` },
  });
  assert.deepEqual((await ann.api('GET', path)).body, body);
  assert.deepEqual((await everyPage<TagType>(ann, `${path}?top=1`)).flat(), body);

  const { body: replaced } = await ann.api('PUT', path, [{ TagTypeId: kind, Constraints: { DefaultValue: 'Note' } }]);
  assert.deepEqual(defaultsOf(replaced), { Kind: 'Note' });
  assert.deepEqual((await ann.api('PUT', path, [])).body, []);
  assert.deepEqual((await ann.api('GET', path)).body, []);
});

test('sub-folders do not inherit tag types', async () => {
  const { ann, folderId, kind, path } = await worldWithFolder();
  await ann.api('PUT', path, [{ TagTypeId: kind }]);
  const childId = await makeChild(ann, folderId, 'Child');
  assert.deepEqual((await ann.api('GET', `/api/folders/${childId}/tagtypes`)).body, []);
});

test("a folder's constraints override the library's, and null restores those", async () => {
  const { ann, kind, path } = await worldWithFolder();
  await ann.api('PUT', path, [{ TagTypeId: kind }]);
  const set = await ann.api('PUT', `${path}/${kind}/constraints`, { DefaultValue: 'Note' });
  assert.deepEqual([set.status, defaultsOf([set.body])], [200, { Kind: 'Note' }]);
  const library = await ann.api('PUT', `/api/libraries/${ann.libraryId}/tagtypes/${kind}/constraints`, {
    DefaultValue: 'Receipt',
  });
  assert.deepEqual(defaultsOf([library.body]), { Kind: 'Receipt' });
  assert.deepEqual(defaultsOf((await ann.api('GET', path)).body), { Kind: 'Note' });
  const cleared = await ann.api('PUT', `${path}/${kind}/constraints`, { DefaultValue: null, DataSetValues: null });
  assert.deepEqual(defaultsOf([cleared.body]), { Kind: 'Receipt' });
});

test('unknown types return 404; built-in and duplicate types and invalid defaults 400; nothing changes', async () => {
  const { w, ann, kind, amount, path } = await worldWithFolder();
  await ann.api('PUT', path, [{ TagTypeId: kind }]);
  const foreign = await makeTagType(w.bob, w.bob.libraryId, 'Foreign');
  const status = await statusTypeId(ann, ann.libraryId, 'ToDo_Status');
  for (const [body, expected] of [
    [undefined, 400],
    [{}, 400],
    [[{}], 400],
    [[{ TagTypeId: 'x' }], 400],
    [[{ TagTypeId: -1 }], 400],
    [[{ TagTypeId: kind }, { TagTypeId: kind }], 400],
    [[{ TagTypeId: status }], 400],
    [[{ TagTypeId: amount, Constraints: { DefaultValue: 'a' } }], 400],
    [[{ TagTypeId: foreign }], 404],
    [[{ TagTypeId: 999999999 }], 404],
  ] as const) {
    assert.equal((await ann.api('PUT', path, body)).status, expected, JSON.stringify(body));
  }
  assert.deepEqual(defaultsOf((await ann.api('GET', path)).body), { Kind: 'Bill' });
  assert.equal((await ann.api('PUT', `${path}/${kind}/constraints`, { DefaultValue: 5 })).status, 400);
});

test('constraints of a type that the folder lacks return 404', async () => {
  const { w, ann, amount, path } = await worldWithFolder();
  const foreign = await makeTagType(w.bob, w.bob.libraryId, 'Foreign');
  for (const id of [amount, foreign, 999999999]) {
    assert.equal((await ann.api('PUT', `${path}/${id}/constraints`, { DefaultValue: '1' })).status, 404);
  }
});

test('changes require Grant on the library, even with Grant on the folder', async () => {
  const { w, ann, folderId, kind, path } = await worldWithFolder();
  await ann.api('PUT', path, [{ TagTypeId: kind }]);
  await grant(app, w.bob, { folderId }, { allow: ['Read', 'Write', 'Delete', 'Grant'] });
  assert.equal((await w.bob.api('GET', path)).status, 200);
  assert.equal((await w.bob.api('PUT', path, [])).status, 403);
  assert.equal((await w.bob.api('PUT', `${path}/${kind}/constraints`, {})).status, 403);
  await grant(app, w.bob, { libraryId: ann.libraryId }, { allow: ['Grant'] });
  assert.equal((await w.bob.api('PUT', `${path}/${kind}/constraints`, {})).status, 200);
});

test("uploaded and copied documents get their folder's defaults; later changes do not affect them", async () => {
  const { ann, folderId, kind, amount, path } = await worldWithFolder();
  const before = await ann.document(folderId, 'before.txt');
  await ann.api('PUT', path, [{ TagTypeId: kind }, { TagTypeId: amount, Constraints: { DefaultValue: '1.50' } }]);
  const uploaded = await ann.document(folderId, 'a.txt');
  assert.deepEqual(await tagsOf(ann, uploaded), { Kind: 'Bill', Amount: '1.50' });
  assert.deepEqual(await tagsOf(ann, before), {});
  await ann.api('PUT', `${path}/${kind}/constraints`, { DefaultValue: 'Note' });
  assert.deepEqual(await tagsOf(ann, uploaded), { Kind: 'Bill', Amount: '1.50' });
  const copy = await ann.api('POST', `/api/documents/${before}/copy`, { FolderId: folderId, DocumentName: 'copy.txt' });
  assert.deepEqual(await tagsOf(ann, copy.body.DocumentId), { Kind: 'Note', Amount: '1.50' });
});

test("a copy keeps the original's values within the library, and gets defaults for missing ones", async () => {
  const { w, ann, folderId, kind, amount, path } = await worldWithFolder();
  const elsewhere = await ann.folder(ann.libraryId, 'Elsewhere');
  const original = await ann.document(elsewhere, 'a.txt');
  await ann.revise(original, 'a.txt', 'revised');
  await tagDocument(ann, original, [[kind, 'Letter']]);
  await ann.api('PUT', path, [{ TagTypeId: kind }, { TagTypeId: amount, Constraints: { DefaultValue: '7' } }]);
  const copy = await ann.api('POST', `/api/documents/${original}/copy`, { FolderId: folderId });
  assert.deepEqual(await tagsOf(ann, copy.body.DocumentId), { Kind: 'Letter', Amount: '7' });
  const rows = await app.sql`select from document_tags where document_id = ${copy.body.DocumentId}`;
  assert.equal(rows.length, 2, 'A copy has one revision, so it is not Revised.');

  await grant(app, w.bob, { folderId: elsewhere }, { allow: ['Read'] });
  const ownFolder = await w.bob.folder(w.bob.libraryId, 'Mine');
  const taken = await w.bob.api('POST', `/api/documents/${original}/copy`, { FolderId: ownFolder });
  assert.deepEqual(await tagsOf(w.bob, taken.body.DocumentId), {});
});

test('moving or restoring into a folder sets no defaults', async () => {
  const { ann, folderId, kind, path } = await worldWithFolder();
  await ann.api('PUT', path, [{ TagTypeId: kind }]);
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'Elsewhere'), 'a.txt');
  await ann.api('PATCH', `/api/documents/${documentId}`, { FolderId: folderId });
  assert.deepEqual(await tagsOf(ann, documentId), {});
});
