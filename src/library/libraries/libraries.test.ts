import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { startApp } from '../../../test/harness.ts';

const app = await startApp();

const create = (name: unknown) => ({ LibraryName: name });

test('a site admin creates a corporate library: 201, Location, every field', async () => {
  const { admin } = await app.world();
  const { status, headers, body } = await admin.api('POST', '/api/libraries', create(' Contracts '));
  assert.equal(status, 201);
  const self = `http://carrel.test/api/libraries/${body.LibraryId}`;
  assert.deepEqual(body, {
    LibraryId: body.LibraryId,
    LibraryName: 'Contracts',
    IsPrivate: false,
    Links: { Self: self, Folders: `${self}/folders` },
  });
  assert.equal(headers.get('location'), self);
  assert.deepEqual((await admin.api('GET', `/api/libraries/${body.LibraryId}`)).body, body);
});

test('only a site admin creates a library, which is checked before the body', async () => {
  const w = await app.world();
  for (const body of [create('Mine'), create(''), [], undefined]) {
    assert.equal((await w.ann.api('POST', '/api/libraries', body)).status, 403);
    assert.equal((await w.anonymous.api('POST', '/api/libraries', body)).status, 401);
  }
  const asAdmin = await w.admin.api('GET', '/api/libraries');
  assert.deepEqual(
    asAdmin.body.map((library: { LibraryName: string }) => library.LibraryName),
    ['My Library'],
  );
});

test('a library requires a name: 400 names LibraryName', async () => {
  const { admin } = await app.world();
  for (const body of [undefined, {}, create(null), create(''), create([]), { Library_Name: 'x' }]) {
    const { status, body: problem } = await admin.api('POST', '/api/libraries', body);
    assert.equal(status, 400);
    assert.deepEqual(problem.errors, [
      {
        type: '/missing_parameter',
        title: 'Missing parameter',
        instance: 'LibraryName',
        detail: 'LibraryName is required.',
      },
    ]);
  }
  for (const name of ['   ', 5, true, {}, ['x']]) {
    const { status, body: problem } = await admin.api('POST', '/api/libraries', create(name));
    assert.equal(status, 400);
    assert.deepEqual(
      problem.errors.map(({ type, instance }: Record<string, string>) => [type, instance]),
      [['/invalid_parameter', 'LibraryName']],
    );
  }
});

test('a name of 200 characters, a dot name, or one with slashes or control characters returns 400', async () => {
  const { admin } = await app.world();
  for (const name of ['x'.repeat(200), '.', '..', ' .. ', 'a/b', 'a\\b', 'a\u0000b', 'a\tb', 'a\u007fb', 'a\u202eb']) {
    for (const [method, path] of [
      ['POST', '/api/libraries'],
      ['PATCH', `/api/libraries/${await makeLibrary(admin)}`],
    ] as const) {
      assert.equal((await admin.api(method, path, create(name))).status, 400, JSON.stringify(name));
    }
  }
  assert.equal((await admin.api('POST', '/api/libraries', create('😀'.repeat(199)))).status, 201);
});

test('names are normalized to NFC, and differences in case or form return 409', async () => {
  const { admin } = await app.world();
  const { body } = await admin.api('POST', '/api/libraries', create('Cafe\u0301 Straße'));
  assert.equal(body.LibraryName, 'Café Straße');
  for (const name of ['Café Straße', 'CAFÉ STRASSE', ' cafe\u0301 strasse ']) {
    const { status, body: problem } = await admin.api('POST', '/api/libraries', create(name));
    assert.deepEqual([status, problem.type], [409, '/conflict']);
  }
});

test('the name My Library is reserved in any case and with any padding: 409', async () => {
  const { admin } = await app.world();
  const libraryId = await makeLibrary(admin);
  for (const name of ['My Library', 'my library', 'MY LIBRARY', ' My Library ']) {
    assert.equal((await admin.api('POST', '/api/libraries', create(name))).status, 409);
    assert.equal((await admin.api('PATCH', `/api/libraries/${libraryId}`, create(name))).status, 409);
  }
});

test('of twenty concurrent creates of one name one succeeds; the others return 409', async () => {
  const { admin } = await app.world();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => admin.api('POST', '/api/libraries', create(i % 2 ? 'Rush' : 'RUSH'))),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.equal(answers.filter(({ status }) => status === 409).length, 19);
});

test('two deployments can use the same name', async () => {
  const { admin, other } = await app.world();
  await makeLibrary(admin, 'Contracts');
  await makeLibrary(other, 'Contracts');
});

test('a site admin renames a library, also to another case of its name', async () => {
  const { admin, ann } = await app.world();
  const path = `/api/libraries/${await makeLibrary(admin, 'Old')}`;
  for (const name of ['New', 'NEW']) {
    const { status, body } = await admin.api('PATCH', path, create(name));
    assert.deepEqual([status, body.LibraryName], [200, name]);
    assert.deepEqual((await admin.api('GET', path)).body, body);
  }
  await makeLibrary(admin, 'Taken');
  assert.equal((await admin.api('PATCH', path, create('taken'))).status, 409);
  assert.equal((await ann.api('PATCH', path, create('Mine'))).status, 403);
  assert.equal((await admin.api('GET', path)).body.LibraryName, 'NEW');
});

test('a personal library cannot be renamed, deleted, restored or purged: 403', async () => {
  const { admin, ann } = await app.world();
  for (const id of [admin.libraryId, ann.libraryId]) {
    const path = `/api/libraries/${id}`;
    assert.equal((await admin.api('PATCH', path, create('x'))).status, 403);
    assert.equal((await admin.api('DELETE', path)).status, 403);
    assert.equal((await admin.api('DELETE', `${path}?purge=true`)).status, 403);
    assert.equal((await admin.api('PATCH', `${path}/restore`)).status, 403);
  }
  assert.equal((await ann.api('DELETE', `/api/libraries/${ann.libraryId}`)).status, 403);
});

test('renaming, deleting and restoring are logged with the current name', async () => {
  const { admin } = await app.world();
  const libraryId = await makeLibrary(admin, 'First');
  await admin.api('PATCH', `/api/libraries/${libraryId}`, create('Second'));
  await admin.api('DELETE', `/api/libraries/${libraryId}`);
  await admin.api('PATCH', `/api/libraries/${libraryId}/restore`);
  await admin.api('DELETE', `/api/libraries/${libraryId}?purge=true`);
  const rows = await app.sql<{ type: string; name: string }[]>`
    select activity_type as type, content_name as name from activity where library_id = ${libraryId} order by activity_id`;
  assert.deepEqual(
    rows.map(({ type, name }) => [type, name]),
    [
      ['LibraryCreated', 'First'],
      ['LibraryRenamed', 'Second'],
      ['LibraryDeleted', 'Second'],
      ['LibraryRestored', 'Second'],
      ['LibraryPurged', 'Second'],
    ],
  );
});
