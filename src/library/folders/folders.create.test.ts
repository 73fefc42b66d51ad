import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertTreesAreWhole, makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';

const app = await startApp();

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

async function roots() {
  const w = await app.world();
  const parentId = await w.ann.folder(w.ann.libraryId, 'Parent');
  return { ...w, parentId, places: [`/api/libraries/${w.ann.libraryId}/folders`, `/api/folders/${parentId}/folders`] };
}

const problemsOf = (body: { errors: { type: string; instance: string }[] }) =>
  body.errors.map(({ type, instance }) => [type, instance]);

test('a folder is created in a library or a folder: 201, Location, every field', async () => {
  const { ann, places } = await roots();
  for (const place of places) {
    const { status, headers, body } = await ann.api('POST', place, { FolderName: '  Cafe\u0301 ' });
    assert.equal(status, 201);
    const self = `http://carrel.test/api/folders/${body.FolderId}`;
    assert.deepEqual(body, {
      FolderId: body.FolderId,
      FolderName: 'Café',
      LibraryId: ann.libraryId,
      Links: { Self: self, Documents: `${self}/documents`, Folders: `${self}/folders`, Shares: `${self}/shares` },
      Embedded: { Folders: [], Documents: [] },
    });
    assert.equal(headers.get('location'), self);
    assert.deepEqual((await ann.api('GET', `/api/folders/${body.FolderId}`)).body, body);
  }
});

test('an existing name, ignoring case, is reused: 200 with the existing folder', async () => {
  const { ann, places } = await roots();
  for (const place of places) {
    const { body: first } = await ann.api('POST', place, { FolderName: 'Straße' });
    for (const wanted of [{ FolderName: 'STRASSE' }, { FolderPath: 'straße' }]) {
      const { status, headers, body } = await ann.api('POST', place, wanted);
      assert.deepEqual([status, headers.get('location'), body], [200, null, first]);
    }
  }
});

test('a FolderName and a FolderPath of one segment are equivalent', async () => {
  const { ann, places } = await roots();
  for (const place of places) {
    const { status, body } = await ann.api('POST', place, { FolderPath: 'One' });
    assert.deepEqual([status, body.FolderName], [201, 'One']);
    assert.equal((await ann.api('POST', place, { FolderName: 'one' })).body.FolderId, body.FolderId);
  }
});

test('a path creates every missing level, reuses existing ones, and returns the deepest', async () => {
  const { ann, places } = await roots();
  for (const place of places) {
    const { body: top } = await ann.api('POST', place, { FolderName: 'A' });
    const made = await ann.api('POST', place, { FolderPath: 'a\\ B \\C' });
    assert.deepEqual([made.status, made.body.FolderName], [201, 'C']);
    const again = await ann.api('POST', place, { FolderPath: 'A\\b\\c' });
    assert.deepEqual([again.status, again.body], [200, made.body]);
    const children = await ann.api('GET', `/api/folders/${top.FolderId}/folders`);
    assert.deepEqual(
      children.body.map((child: { FolderName: string }) => child.FolderName),
      ['B'],
    );
    const longer = await ann.api('POST', place, { FolderPath: 'A\\B\\C\\D' });
    assert.deepEqual([longer.status, longer.body.FolderName], [201, 'D']);
  }
  await assertTreesAreWhole(app);
});

test('a generated name is a new random GUID each time', async () => {
  const { ann, places } = await roots();
  for (const place of places) {
    const names = [];
    for (let i = 0; i < 2; i += 1) {
      const { status, body } = await ann.api('POST', place, { AutoGenerateName: true });
      assert.equal(status, 201);
      assert.match(body.FolderName, GUID);
      names.push(body.FolderName);
    }
    assert.notEqual(names[0], names[1]);
  }
});

test('unused forms may be null, "", [] or false, as existing clients send them', async () => {
  const { ann, places } = await roots();
  for (const [i, body] of [
    { FolderName: 'Zero', FolderPath: null, AutoGenerateName: false },
    { FolderName: 'One', FolderPath: '', AutoGenerateName: null, Unknown: 5 },
    { FolderName: null, FolderPath: 'Two', AutoGenerateName: false },
    { FolderName: [], FolderPath: '', AutoGenerateName: true },
  ].entries()) {
    for (const place of places) {
      assert.equal((await ann.api('POST', place, body)).status, 201, `${i} ${place}`);
    }
  }
});

test('none of the three forms, or AutoGenerateName false alone, returns 400', async () => {
  const { ann, places } = await roots();
  for (const body of [undefined, {}, { AutoGenerateName: false }, { FolderName: '', FolderPath: null }, null]) {
    for (const place of places) {
      const { status, body: problem } = await ann.api('POST', place, body);
      assert.deepEqual([status, problemsOf(problem)], [400, [['/missing_parameter', 'FolderName']]]);
    }
  }
});

test('two or three forms at once return 400 naming them all, and nothing is created', async () => {
  const { ann, places } = await roots();
  const [place = ''] = places;
  for (const body of [
    { FolderName: 'a', FolderPath: 'a' },
    { FolderName: 'a', AutoGenerateName: true },
    { FolderPath: 'a', AutoGenerateName: true },
    { FolderName: 'a', FolderPath: 'b', AutoGenerateName: true },
  ]) {
    const { status, body: problem } = await ann.api('POST', place, body);
    const expected = Object.keys(body).map((name) => ['/invalid_parameter', name]);
    assert.deepEqual([status, problemsOf(problem)], [400, expected]);
  }
  assert.equal((await ann.api('GET', place)).body.length, 1);
});

test('a value of another type returns 400 without conversion', async () => {
  const { ann, places } = await roots();
  for (const body of [
    { FolderName: 5 },
    { FolderName: ['a'] },
    { FolderPath: true },
    { AutoGenerateName: 'true' },
    { AutoGenerateName: 1 },
    [],
    'text',
    7,
  ]) {
    const { status } = await ann.api('POST', places[0] ?? '', body);
    assert.equal(status, 400, JSON.stringify(body));
  }
});

const BAD_NAMES = [
  '   ',
  '.',
  '..',
  ' . ',
  'a/b',
  'x'.repeat(200),
  'a\u0000b',
  'a\u001fb',
  'a\u0085b',
  'a\u202eb',
  '\ud800',
];

test('a name that is blank, too long, a dot name, or has slashes or control characters returns 400', async () => {
  const { ann, places } = await roots();
  for (const name of [...BAD_NAMES, 'a\\b']) {
    const { status, body } = await ann.api('POST', places[0] ?? '', { FolderName: name });
    assert.deepEqual([status, problemsOf(body)], [400, [['/invalid_parameter', 'FolderName']]], JSON.stringify(name));
  }
  for (const name of ['x'.repeat(199), '😀'.repeat(199), 'a:b*?"<>|', 'a.', '...']) {
    assert.equal((await ann.api('POST', places[0] ?? '', { FolderName: name })).status, 201, name);
  }
});

test('an invalid or empty path segment returns 400, and no level is created', async () => {
  const { ann, places } = await roots();
  const [place = ''] = places;
  for (const path of [...BAD_NAMES.map((name) => `Good\\${name}`), '\\a', 'a\\', 'a\\\\b', '\\', 'a\\ \\b']) {
    const { status, body } = await ann.api('POST', place, { FolderPath: path });
    assert.deepEqual([status, problemsOf(body)], [400, [['/invalid_parameter', 'FolderPath']]], JSON.stringify(path));
  }
  assert.equal((await ann.api('GET', place)).body.length, 1);
});

test('folders nest up to a hundred levels', async () => {
  const { ann, places } = await roots();
  const path = (levels: number) => Array.from({ length: levels }, (_, i) => `${i}`).join('\\');
  const deepest = await ann.api('POST', places[0] ?? '', { FolderPath: path(100) });
  assert.equal(deepest.status, 201);
  assert.equal((await ann.api('POST', places[0] ?? '', { FolderPath: path(101) })).status, 400);
  assert.equal((await ann.api('POST', places[1] ?? '', { FolderPath: path(100) })).status, 400);
  const below = await ann.api('POST', `/api/folders/${deepest.body.FolderId}/folders`, { FolderName: 'x' });
  assert.equal(below.status, 400);
});

test('a name is free once its folder is in the trash, and outside its parent', async () => {
  const { ann, places, parentId } = await roots();
  const first = await makeChild(ann, parentId, 'Name');
  await ann.api('DELETE', `/api/folders/${first}`);
  const second = await makeChild(ann, parentId, 'Name');
  assert.notEqual(second, first);
  assert.equal((await ann.api('POST', places[0] ?? '', { FolderName: 'Name' })).status, 201);
});

test('every created level is logged once', async () => {
  const { ann, places } = await roots();
  await ann.api('POST', places[0] ?? '', { FolderPath: 'L1\\L2' });
  await ann.api('POST', places[0] ?? '', { FolderPath: 'L1\\L2\\L3' });
  const rows = await app.sql<{ name: string }[]>`
    select content_name as name from activity
    where activity_type = 'FolderCreated' and user_id = ${ann.userId} order by activity_id`;
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Parent', 'L1', 'L2', 'L3'],
  );
});
