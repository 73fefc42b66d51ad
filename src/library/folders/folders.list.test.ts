import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';

const app = await startApp();

type ListedEntry = { FolderName?: string; DocumentName?: string };
const names = (entries: ListedEntry[]) => entries.map((entry) => entry.FolderName ?? entry.DocumentName);

const NAMES = ['b', 'A', 'ä', 'C', 'c2', 'Ω', 'zz', 'Zebra'];
const ORDERED = ['A', 'b', 'C', 'c2', 'Zebra', 'zz', 'ä', 'Ω'];

// Three places with eight entries each: the root of a library, the child folders of a folder, its documents.
async function fullPlaces() {
  const w = await app.world();
  const libraryId = (await w.admin.api('POST', '/api/libraries', { LibraryName: 'Full' })).body.LibraryId;
  for (const name of NAMES) await w.admin.folder(libraryId, name);
  const parentId = await w.admin.folder(w.admin.libraryId, 'Parent');
  for (const [i, name] of NAMES.entries()) {
    app.clock.advance(1000);
    await makeChild(w.admin, parentId, name);
    await w.admin.document(parentId, name, 'x'.repeat(100 - i));
  }
  const folders = [`/api/libraries/${libraryId}/folders`, `/api/folders/${parentId}/folders`];
  return { w, admin: w.admin, parentId, folders, documents: `/api/folders/${parentId}/documents` };
}

const full = await fullPlaces();
const { admin, folders, documents, parentId } = full;
const places = [...folders, documents];

test('child folders are listed without LibraryId and embedded children', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Only');
  const childId = await makeChild(ann, folderId, 'Child');
  const { body, headers } = await ann.api('GET', `/api/folders/${folderId}/folders`);
  const self = `http://carrel.test/api/folders/${childId}`;
  assert.deepEqual(body, [
    {
      FolderId: childId,
      FolderName: 'Child',
      Links: { Self: self, Documents: `${self}/documents`, Folders: `${self}/folders`, Shares: `${self}/shares` },
      Embedded: { Folders: [], Documents: [] },
    },
  ]);
  assert.equal(headers.get('x-total-count'), '1');
});

test('only immediate children are listed: neither grandchildren nor documents of child folders', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Top');
  const childId = await makeChild(ann, folderId, 'Child');
  await makeChild(ann, childId, 'Grandchild');
  await ann.document(childId, 'below.txt');
  const documentId = await ann.document(folderId, 'here.txt', 'here');
  assert.deepEqual(names((await ann.api('GET', `/api/libraries/${ann.libraryId}/folders`)).body), ['Top']);
  assert.deepEqual(names((await ann.api('GET', `/api/folders/${folderId}/folders`)).body), ['Child']);
  const { body } = await ann.api('GET', `/api/folders/${folderId}/documents`);
  assert.deepEqual(body, [(await ann.api('GET', `/api/documents/${documentId}`)).body]);
  assert.deepEqual(Object.keys(body[0]).sort(), [
    'DateModified',
    'DocumentId',
    'DocumentName',
    'DocumentSize',
    'FolderId',
    'Hash',
    'Links',
  ]);
});

test('lists are complete, ordered by name ignoring case, with X-Total-Count', async () => {
  for (const place of places) {
    const { body, headers } = await admin.api('GET', place);
    assert.deepEqual([names(body), headers.get('x-total-count'), headers.get('link')], [ORDERED, '8', null]);
  }
});

test('pages give the same list in every order, without gaps or repeats', async () => {
  for (const place of places) {
    for (const order of ['name', 'name desc', 'date', 'date desc', 'size', 'size desc', 'SIZE ASC']) {
      const query = `orderBy=${encodeURIComponent(order)}`;
      const { body: whole } = await admin.api('GET', `${place}?${query}`);
      for (const top of [1, 3, 8, 1000]) {
        const pages = await everyPage(admin, `${place}?${query}&top=${top}`, (headers) =>
          assert.equal(headers.get('x-total-count'), '8'),
        );
        assert.deepEqual(pages.flat(), whole, `${place} ${order} ${top}`);
        assert.equal(pages.length, Math.ceil(8 / top));
      }
    }
  }
});

test('lists can be ordered by date or size; folders, which have no size, by name', async () => {
  const [, children = ''] = folders;
  const ask = async (place: string, order: string) => names((await admin.api('GET', `${place}?orderBy=${order}`)).body);
  assert.deepEqual(await ask(children, 'date'), NAMES);
  assert.deepEqual(await ask(children, 'date%20desc'), NAMES.toReversed());
  assert.deepEqual(await ask(children, 'size'), ORDERED);
  assert.deepEqual(await ask(children, 'size%20desc'), ORDERED.toReversed());
  assert.deepEqual(await ask(documents, 'date'), NAMES);
  assert.deepEqual(await ask(documents, 'size'), NAMES.toReversed());
  assert.deepEqual(await ask(documents, 'size%20desc'), NAMES);
});

test('entries with equal name, date and size are ordered by id, also across pages', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Twins');
  const ids = [];
  for (let i = 0; i < 5; i += 1) ids.push(await ann.document(folderId, 'twin.txt', `same size ${i}`));
  for (const order of ['name', 'date', 'size']) {
    const pages = await everyPage<{ DocumentId: number }>(
      ann,
      `/api/folders/${folderId}/documents?top=2&orderBy=${order}`,
    );
    assert.deepEqual(
      pages.flat().map(({ DocumentId }) => DocumentId),
      ids,
    );
  }
});

test('skip leaves out the first entries, of the first page only', async () => {
  for (const place of places) {
    assert.deepEqual(names((await admin.api('GET', `${place}?skip=6`)).body), ORDERED.slice(6));
    const pages = await everyPage(admin, `${place}?skip=3&top=2`, (headers) =>
      assert.equal(headers.get('x-total-count'), '8'),
    );
    assert.deepEqual(names(pages.flat()), ORDERED.slice(3));
    const { body, headers } = await admin.api('GET', `${place}?skip=9007199254740991`);
    assert.deepEqual([body, headers.get('x-total-count')], [[], '8']);
  }
});

test('filter keeps names that contain the text, ignoring case, with wildcards taken literally', async () => {
  for (const place of places) {
    const { body, headers } = await admin.api('GET', `${place}?filter=Z`);
    assert.deepEqual([names(body), headers.get('x-total-count')], [['Zebra', 'zz'], '2']);
    const page = await admin.api('GET', `${place}?filter=c&top=1`);
    assert.deepEqual([names(page.body), page.headers.get('x-total-count')], [['C'], '2']);
    assert.match(page.headers.get('link') ?? '', /filter=c/);
    assert.equal((await admin.api('GET', `${place}?filter=`)).body.length, 8);
    for (const text of ['%25', '_', '%5C', 'a%25', '%00']) {
      const { status, body: found } = await admin.api('GET', `${place}?filter=${text}`);
      if (text === '%00') assert.equal(status, 400);
      else assert.deepEqual([status, found], [200, []], text);
    }
  }
});

test('name matches the whole name, ignoring case', async () => {
  for (const place of places) {
    const { body, headers } = await admin.api('GET', `${place}?name=zEBRA&top=5`);
    assert.deepEqual([names(body), headers.get('x-total-count')], [['Zebra'], '1']);
    for (const text of ['Zebr', 'z%25', '%25']) {
      assert.deepEqual((await admin.api('GET', `${place}?name=${text}`)).body, [], text);
    }
    assert.equal((await admin.api('GET', `${place}?name=`)).body.length, 8);
    assert.equal((await admin.api('GET', `${place}?name=%00`)).status, 400);
  }
});

test('an invalid top, skip, order or cursor returns 400', async () => {
  const cursor = (key: unknown) => `after=${Buffer.from(JSON.stringify(key)).toString('base64url')}`;
  const bad = [
    ...['0', '-1', '1001', '1.5', '1e2', '0x10', 'x', ' 5', '9223372036854775808'].map((top) => `top=${top}`),
    ...['-1', '1.5', '1e3', 'x', '9223372036854775808'].map((skip) => `skip=${skip}`),
    ...['nom', 'name;desc', 'name%20up', 'id'].map((order) => `orderBy=${order}`),
    ...['x', '%00', 'bm9uc2Vuc2U'].map((after) => `after=${after}`),
    ...[5, [], ['a'], ['a', 'b'], ['a', 1.5], ['a', 1e30], [1, 2], ['a', 1, 2], ['\0', 1], {}].map(cursor),
    ...['2026', '2026-03-02', 'x', '2026-02-30T00:00:00.000Z'].map((date) => `orderBy=date&${cursor([date, 1])}`),
    'top=1&top=2',
  ];
  for (const place of places) {
    for (const query of bad) {
      const { status, body } = await admin.api('GET', `${place}?${query}`);
      assert.equal(status, 400, `${place}?${query}`);
      assert.equal(body.errors.length, 1);
    }
  }
  assert.equal((await admin.api('GET', `${documents}?orderBy=size&${cursor(['a', 1])}`)).status, 400);
});

test('a page after a deleted entry continues at its place', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Shrinking');
  for (const name of ['a', 'b', 'c', 'd']) await makeChild(ann, folderId, name);
  const first = await ann.api('GET', `/api/folders/${folderId}/folders?top=2`);
  await ann.api('DELETE', `/api/folders/${first.body[1].FolderId}`);
  const next = /<http:\/\/carrel\.test([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  assert.deepEqual(names((await ann.api('GET', next)).body), ['c', 'd']);
});

test('denied items are not listed, counted or embedded', async () => {
  const { w } = full;
  const secretId = await makeChild(admin, parentId, 'Secret');
  const secretDocument = await admin.document(parentId, 'secret.txt');
  await grant(app, w.bob, { folderId: parentId }, { allow: ['Read'] });
  await grant(app, w.bob, { folderId: secretId }, { deny: ['Read'] });
  await grant(app, w.bob, { documentId: secretDocument }, { deny: ['Read'] });
  for (const [place = '', own] of [
    [folders[1], 9],
    [documents, 9],
  ] as const) {
    assert.equal((await admin.api('GET', place)).body.length, own);
    for (const query of ['', '?top=5', '?skip=1']) {
      const { headers } = await w.bob.api('GET', place + query);
      assert.equal(headers.get('x-total-count'), '8', place + query);
    }
    const pages = await everyPage(w.bob, `${place}?top=3`);
    assert.deepEqual(names(pages.flat()), ORDERED);
  }
  const { body } = await w.bob.api('GET', `/api/folders/${parentId}?embed=f,d`);
  assert.deepEqual([names(body.Embedded.Folders), names(body.Embedded.Documents)], [ORDERED, ORDERED]);
});
