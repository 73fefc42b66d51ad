import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { makeTagType, statusTypeId, tagDocument, tagsOf } from '../../../test/factories/tags.ts';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';

const app = await startApp();

async function worldWithDocument() {
  const w = await app.world();
  const { ann } = w;
  const { libraryId } = ann;
  const folderId = await ann.folder(libraryId, 'Folder');
  const documentId = await ann.document(folderId, 'a.txt');
  const color = await makeTagType(ann, libraryId, 'Color');
  const size = await makeTagType(ann, libraryId, 'Size', { DataType: 'Numeric' });
  const due = await makeTagType(ann, libraryId, 'Due', { DataType: 'Date' });
  const path = `/api/documents/${documentId}`;
  return { w, ann, folderId, documentId, color, size, due, path };
}

test('a document is tagged: 200 with every field, by tag type id, values as written', async () => {
  const { ann, color, size, due, path } = await worldWithDocument();
  const { status, body } = await ann.api('PUT', `${path}/systemtags`, [
    { TagTypeId: due, Value: '02292024' },
    { TagTypeId: size, Value: '1.50' },
    { TagTypeId: color, Value: ' Blue ' },
  ]);
  assert.equal(status, 200);
  assert.deepEqual(body, [
    { TagTypeId: color, TagTypeName: 'Color', Tags: ['Blue'] },
    { TagTypeId: size, TagTypeName: 'Size', Tags: ['1.50'] },
    { TagTypeId: due, TagTypeName: 'Due', Tags: ['02292024'] },
  ]);
  assert.deepEqual((await ann.api('GET', `${path}/tags`)).body, body);
  assert.deepEqual((await everyPage(ann, `${path}/tags?top=2`)).flat(), body);
  assert.equal((await ann.api('GET', `${path}/tags?after=x`)).status, 400);
});

test('tags missing from the body, or null, "" or blank, are cleared', async () => {
  const { ann, documentId, color, size, due, path } = await worldWithDocument();
  const all: [number, string][] = [
    [color, 'Blue'],
    [size, '2'],
    [due, '01012026'],
  ];
  await tagDocument(ann, documentId, all);
  await tagDocument(ann, documentId, [[size, '3']]);
  assert.deepEqual(await tagsOf(ann, documentId), { Size: '3' });
  for (const Value of [null, '', ' ', undefined]) {
    await tagDocument(ann, documentId, all);
    const { body } = await ann.api('PUT', `${path}/systemtags`, [
      { TagTypeId: color, Value },
      { TagTypeId: size, Value: '4' },
    ]);
    assert.deepEqual(body, [{ TagTypeId: size, TagTypeName: 'Size', Tags: ['4'] }]);
  }
  assert.deepEqual((await ann.api('PUT', `${path}/systemtags`, [])).body, []);
  assert.deepEqual(await tagsOf(ann, documentId), {});
});

test('PATCH sets and clears the values of the types in the body, keeps all others, and returns all', async () => {
  const { ann, documentId, color, size, due, path } = await worldWithDocument();
  await tagDocument(ann, documentId, [
    [color, 'Blue'],
    [size, '2'],
  ]);
  const { status, body } = await ann.api('PATCH', `${path}/systemtags`, [
    { TagTypeId: color, Value: '' },
    { TagTypeId: due, Value: '01012026' },
  ]);
  assert.equal(status, 200);
  assert.deepEqual(body, (await ann.api('GET', `${path}/tags`)).body);
  assert.deepEqual(await tagsOf(ann, documentId), { Size: '2', Due: '01012026' });
  assert.deepEqual((await ann.api('PATCH', `${path}/systemtags`, [])).body, body);
  assert.equal((await ann.api('PATCH', `${path}/systemtags`, [{ TagTypeId: due, Value: 'x' }])).status, 400);
  assert.deepEqual(await tagsOf(ann, documentId), { Size: '2', Due: '01012026' });
});

test('people who change different tags of a document with PATCH at the same time lose nothing', async () => {
  const { ann, documentId, color, size, due, path } = await worldWithDocument();
  const changes = [
    [color, 'Blue'],
    [size, '2'],
    [due, '01012026'],
  ] as const;
  await Promise.all(
    changes.map(([TagTypeId, Value]) => ann.api('PATCH', `${path}/systemtags`, [{ TagTypeId, Value }])),
  );
  assert.deepEqual(await tagsOf(ann, documentId), { Color: 'Blue', Size: '2', Due: '01012026' });
});

test('the data type is enforced, constraints are not', async () => {
  const { ann, documentId, color, size, due, path } = await worldWithDocument();
  await tagDocument(ann, documentId, [[color, 'Blue']]);
  for (const [TagTypeId, Value] of [
    [size, 'large'],
    [size, '1,5'],
    [size, 'NaN'],
    [size, '1e999'],
    [size, 5],
    [due, '02302024'],
    [due, '2024-02-29'],
    [color, 'a\u0000'],
    [color, 'x'.repeat(200)],
    [color, 5],
    [color, ['Blue']],
  ] as const) {
    const { status } = await ann.api('PUT', `${path}/systemtags`, [{ TagTypeId, Value }]);
    assert.equal(status, 400, `${TagTypeId} ${String(Value)}`);
  }
  assert.deepEqual(await tagsOf(ann, documentId), { Color: 'Blue' });
});

test('no array, elements without an id and duplicate types return 400; foreign types 404', async () => {
  const { w, ann, documentId, color, path } = await worldWithDocument();
  await tagDocument(ann, documentId, [[color, 'Blue']]);
  const foreign = await makeTagType(w.bob, w.bob.libraryId, 'Foreign');
  const abroad = await makeTagType(w.other, w.other.libraryId, 'Abroad');
  const twice = { TagTypeId: color, Value: 'Red' };
  for (const [body, status] of [
    [undefined, 400],
    [{}, 400],
    [['x'], 400],
    [[{ Value: 'x' }], 400],
    [[{ TagTypeId: 'x' }], 400],
    [[{ TagTypeId: 2 ** 63 }], 400],
    [[twice, twice], 400],
    [[{ TagTypeId: 999999999, Value: 'x' }], 404],
    [[{ TagTypeId: foreign, Value: 'x' }], 404],
    [[{ TagTypeId: abroad, Value: 'x' }], 404],
    [[{ TagTypeId: foreign, Value: null }], 404],
  ] as const) {
    assert.equal((await ann.api('PUT', `${path}/systemtags`, body)).status, status, JSON.stringify(body));
  }
  assert.deepEqual(await tagsOf(ann, documentId), { Color: 'Blue' });
});

test('tagging requires Write, reading tags Read; 404 in the trash', async () => {
  const { w, ann, folderId, documentId, color, path } = await worldWithDocument();
  await grant(app, w.bob, { folderId }, { allow: ['Read', 'Delete', 'Grant'] });
  assert.equal((await w.bob.api('PUT', `${path}/systemtags`, [])).status, 403);
  assert.equal((await w.bob.api('GET', `${path}/tags`)).status, 200);
  assert.equal((await w.stranger.api('GET', `${path}/tags`)).status, 403);
  await grant(app, w.stranger, { documentId }, { allow: ['Write'] });
  await tagDocument(w.stranger, documentId, [[color, 'Green']]);
  await ann.api('DELETE', path);
  assert.equal((await ann.api('GET', `${path}/tags`)).status, 404);
  assert.equal((await ann.api('PUT', `${path}/systemtags`, [])).status, 404);
  await ann.api('PATCH', `${path}/restore`);
  assert.deepEqual(await tagsOf(ann, documentId), { Color: 'Green' });
});

test('tagging is recorded with the resulting values', async () => {
  const { ann, documentId, color, size } = await worldWithDocument();
  await tagDocument(ann, documentId, [
    [color, 'Blue'],
    [size, '2'],
  ]);
  const rows = await app.sql`
    select user_id, content_name, details from activity
    where activity_type = 'DocumentTagged' and document_id = ${documentId}`;
  assert.deepEqual([...rows], [{ user_id: ann.userId, content_name: 'a.txt', details: { Color: 'Blue', Size: '2' } }]);
});

test('of two concurrent taggings one applies completely', async () => {
  const { ann, documentId, color, size, due } = await worldWithDocument();
  await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      tagDocument(
        ann,
        documentId,
        i % 2 === 0
          ? [[color, 'Blue']]
          : [
              [size, '2'],
              [due, '01012026'],
            ],
      ),
    ),
  );
  const tags = JSON.stringify(await tagsOf(ann, documentId));
  assert.ok(tags === '{"Color":"Blue"}' || tags === '{"Size":"2","Due":"01012026"}', tags);
});

const REVISED = { '&&_Service_Content_Status': 'Revised' };

async function statusesOf(documentId: number): Promise<Record<string, string>> {
  const rows = await app.sql<{ name: string; value: string }[]>`
    select y.name, t.value from document_tags t
    join documents d using (deployment_id, document_id) join folders f using (deployment_id, folder_id)
    join tag_types y on y.tag_type_id = t.tag_type_id and y.library_id = f.library_id
    where t.document_id = ${documentId} and y.is_status and t.tag_epoch = f.tag_epoch`;
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

test('a second revision marks a document as Revised, uploaded or restored, outside its tags', async () => {
  const { ann, folderId, documentId, color, path } = await worldWithDocument();
  await tagDocument(ann, documentId, [[color, 'Blue']]);
  assert.deepEqual(await statusesOf(documentId), {});
  await ann.revise(documentId, 'a.txt', 'second');
  assert.deepEqual(await statusesOf(documentId), REVISED);
  await ann.revise(documentId, 'a.txt', 'third');
  assert.deepEqual(await statusesOf(documentId), REVISED);
  assert.deepEqual(await tagsOf(ann, documentId), { Color: 'Blue' });

  const restored = await ann.document(folderId, 'b.txt');
  const { body } = await ann.api('GET', `/api/documents/${restored}/revisions`);
  await ann.api('POST', `/api/documents/${restored}/revisions/${body[0].RevisionId}/restore`);
  assert.deepEqual(await statusesOf(restored), REVISED);
  assert.equal((await ann.api('GET', `${path}/tags`)).body.length, 1);
});

test('clients cannot set built-in types, and replacing tags keeps them', async () => {
  const { ann, documentId, path } = await worldWithDocument();
  for (const name of ['Content_Status', 'ToDo_Status', 'Assigned_UserId']) {
    const TagTypeId = await statusTypeId(ann, ann.libraryId, name);
    for (const Value of ['Revised', null]) {
      assert.equal((await ann.api('PUT', `${path}/systemtags`, [{ TagTypeId, Value }])).status, 400);
    }
  }
  await ann.revise(documentId, 'a.txt', 'second');
  await ann.api('PUT', `${path}/systemtags`, []);
  assert.deepEqual(await statusesOf(documentId), REVISED);
});

test('purging deletes the tags', async () => {
  const { ann, documentId, color, path } = await worldWithDocument();
  await tagDocument(ann, documentId, [[color, 'Blue']]);
  await ann.api('DELETE', `${path}?purge=true`);
  await app.runJobs();
  assert.deepEqual([...(await app.sql`select from document_tags where document_id = ${documentId}`)], []);
});
