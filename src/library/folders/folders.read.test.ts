import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';

const app = await startApp();

const BAD_IDS = [
  'abc',
  '-1',
  '0',
  '1.5',
  '1e3',
  '01',
  '+1',
  '0x10',
  '9007199254740992',
  '9223372036854775808',
  '%00',
  '%20',
];

async function worldWithTree() {
  const w = await app.world();
  const { ann } = w;
  const rootId = await ann.folder(ann.libraryId, 'Root');
  const childId = await makeChild(ann, rootId, 'Child');
  const documentId = await ann.document(rootId, 'a.txt', 'a');
  return { w, ann, rootId, childId, documentId, path: `/api/folders/${rootId}` };
}

test('a folder embeds nothing by default, and both arrays exist', async () => {
  const { ann, rootId, path } = await worldWithTree();
  const self = `http://carrel.test${path}`;
  for (const query of ['', '?embed=', '?other=x']) {
    assert.deepEqual((await ann.api('GET', path + query)).body, {
      FolderId: rootId,
      FolderName: 'Root',
      LibraryId: ann.libraryId,
      Links: { Self: self, Documents: `${self}/documents`, Folders: `${self}/folders`, Shares: `${self}/shares` },
      Embedded: { Folders: [], Documents: [] },
    });
  }
});

test('embed takes f and d in any order and embeds the first level only, documents in their summary shape', async () => {
  const { ann, childId, path } = await worldWithTree();
  await makeChild(ann, childId, 'Grandchild');
  const { body: folders } = await ann.api('GET', `${path}/folders`);
  const { body: documents } = await ann.api('GET', `${path}/documents`);
  const summaries = documents.map((document: Record<string, unknown>) => {
    const { DocumentId, DocumentName, DateModified, Links } = document;
    return { DocumentId, DocumentName, DateModified, Links };
  });
  for (const [embed, expected] of [
    ['f', { Folders: folders, Documents: [] }],
    ['d', { Folders: [], Documents: summaries }],
    ['f,d', { Folders: folders, Documents: summaries }],
    ['d,f', { Folders: folders, Documents: summaries }],
    ['d,%20f', { Folders: folders, Documents: summaries }],
    ['d%2Cf', { Folders: folders, Documents: summaries }],
  ] as const) {
    const { status, body } = await ann.api('GET', `${path}?embed=${embed}`);
    assert.deepEqual([status, body.Embedded], [200, expected], embed);
  }
});

test('any other embed value returns 400 before existence is checked', async () => {
  const { ann, path } = await worldWithTree();
  for (const embed of ['x', 'fd', 'f,x', ',', 'f,', 'f;d', 'f&embed=x']) {
    for (const place of [path, '/api/folders/999999999']) {
      const { status, body } = await ann.api('GET', `${place}?embed=${embed}`);
      assert.equal(status, 400, embed);
      assert.equal(body.errors[0].instance, 'embed');
    }
  }
});

test('a folder is found under its library or parent as clients build the path, and nowhere else', async () => {
  const { w, ann, rootId, childId, path } = await worldWithTree();
  const elsewhere = await ann.folder(ann.libraryId, 'Elsewhere');
  for (const embed of ['', '?embed=d,f']) {
    const root = await ann.api('GET', path + embed);
    const child = await ann.api('GET', `/api/folders/${childId}${embed}`);
    assert.deepEqual(
      (await ann.api('GET', `/api/libraries/${ann.libraryId}/folders/${rootId}${embed}`)).body,
      root.body,
    );
    assert.deepEqual((await ann.api('GET', `/api/folders/${rootId}/folders/${childId}${embed}`)).body, child.body);
  }
  for (const wrong of [
    `/api/libraries/${ann.libraryId}/folders/${childId}`,
    `/api/libraries/${w.bob.libraryId}/folders/${rootId}`,
    `/api/libraries/999999999/folders/${rootId}`,
    `/api/folders/${elsewhere}/folders/${childId}`,
    `/api/folders/${childId}/folders/${rootId}`,
    `/api/folders/${rootId}/folders/${rootId}`,
    `/api/folders/999999999/folders/${childId}`,
  ]) {
    assert.equal((await ann.api('GET', wrong)).status, 404, wrong);
  }
  assert.equal((await ann.api('GET', `/api/folders/${rootId}/folders/${childId}?embed=x`)).status, 400);
});

test('a folder under another parent returns 404 even without Read on it', async () => {
  const { w, ann, rootId, childId } = await worldWithTree();
  const elsewhere = await w.bob.folder(w.bob.libraryId, 'Elsewhere');
  assert.equal((await ann.api('GET', `/api/folders/${rootId}/folders/${elsewhere}`)).status, 404);
  assert.equal((await ann.api('GET', `/api/libraries/${ann.libraryId}/folders/${elsewhere}`)).status, 404);
  assert.equal((await w.bob.api('GET', `/api/folders/${rootId}/folders/${childId}`)).status, 403);
});

test('a malformed id returns 404 in every path of a folder or library', async () => {
  const { ann, rootId } = await worldWithTree();
  for (const id of BAD_IDS) {
    for (const [method, path] of [
      ['GET', `/api/libraries/${id}`],
      ['GET', `/api/libraries/${id}/folders`],
      ['GET', `/api/libraries/${id}/folders/${rootId}`],
      ['GET', `/api/libraries/${ann.libraryId}/folders/${id}`],
      ['GET', `/api/folders/${id}`],
      ['GET', `/api/folders/${id}/folders`],
      ['GET', `/api/folders/${id}/documents`],
      ['GET', `/api/folders/${id}/folders/${rootId}`],
      ['GET', `/api/folders/${rootId}/folders/${id}`],
      ['DELETE', `/api/folders/${id}`],
      ['PATCH', `/api/folders/${id}/restore`],
    ] as const) {
      const { status, body } = await ann.api(method, path);
      assert.deepEqual([status, body.type], [404, '/not_found'], `${method} ${path}`);
    }
  }
});

test('a malformed id returns 400 in a body or query', async () => {
  const { ann, path } = await worldWithTree();
  for (const id of ['abc', -1, 0, 1.5, 2 ** 53, 1e30, '5', true, {}, [1]]) {
    for (const name of ['ParentFolderId', 'LibraryId']) {
      const { status, body } = await ann.api('PATCH', path, { [name]: id });
      assert.equal(status, 400, `${name} ${JSON.stringify(id)}`);
      assert.equal(body.errors[0].instance, name);
    }
  }
  await ann.api('DELETE', path);
  for (const id of BAD_IDS.filter((text) => text !== '01')) {
    const { status, body } = await ann.api('PATCH', `${path}/restore?into=${id}`);
    assert.equal(status, 400, id);
    assert.equal(body.errors[0].instance, 'into');
  }
});

test('unknown ids and those of other deployments return 404', async () => {
  const { w, ann, path, rootId } = await worldWithTree();
  const body = { FolderName: 'x' };
  for (const [person, place] of [
    [ann, '/api/folders/999999999'],
    [ann, '/api/folders/9007199254740991'],
    [w.other, path],
  ] as const) {
    assert.equal((await person.api('GET', place)).status, 404);
    assert.equal((await person.api('GET', `${place}/folders`)).status, 404);
    assert.equal((await person.api('GET', `${place}/documents`)).status, 404);
    assert.equal((await person.api('POST', `${place}/folders`, body)).status, 404);
    assert.equal((await person.api('PATCH', place, body)).status, 404);
    assert.equal((await person.api('DELETE', place)).status, 404);
    assert.equal((await person.api('DELETE', `${place}?purge=true`)).status, 404);
    assert.equal((await person.api('PATCH', `${place}/restore`)).status, 404);
  }
  const library = `/api/libraries/${ann.libraryId}`;
  for (const [method, place] of [
    ['GET', library],
    ['GET', `${library}/folders`],
    ['GET', `${library}/folders/${rootId}`],
    ['POST', `${library}/folders`],
  ] as const) {
    assert.equal((await w.other.api(method, place, method === 'POST' ? body : undefined)).status, 404);
  }
});

test('a trailing slash is tolerated', async () => {
  const { ann, path } = await worldWithTree();
  for (const place of [
    '/api/libraries',
    `/api/libraries/${ann.libraryId}`,
    `${path}/folders`,
    `${path}/documents`,
    path,
  ]) {
    const plain = await ann.api('GET', place);
    const slashed = await ann.api('GET', `${place}/`);
    assert.deepEqual([slashed.status, slashed.body], [200, plain.body], place);
  }
  assert.equal((await ann.api('POST', `${path}/folders/`, { FolderName: 'x' })).status, 201);
  assert.equal((await ann.api('PATCH', `${path}/`, { FolderName: 'Renamed' })).status, 200);
  assert.equal((await ann.api('DELETE', `${path}/`)).status, 204);
  assert.equal((await ann.api('PATCH', `${path}/restore/`)).status, 200);
});

test('HEAD returns the headers of GET without a body', async () => {
  const { ann, path } = await worldWithTree();
  const get = await ann.api('GET', path);
  const head = await ann.api('HEAD', path);
  assert.deepEqual([head.status, head.text], [200, '']);
  assert.equal(head.headers.get('content-length'), get.headers.get('content-length'));
  assert.equal((await ann.api('HEAD', '/api/folders/999999999')).status, 404);
});
