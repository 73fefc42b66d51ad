import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant, makeGroup } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';

const app = await startApp();

type Library = { LibraryId: number; LibraryName: string; IsPrivate: boolean };
const names = (libraries: Library[]) => libraries.map((library) => library.LibraryName);
const HOUR = 3_600_000;

test("users list their own personal library and never another person's", async () => {
  const { ann, admin } = await app.world();
  await grant(app, admin, { libraryId: ann.libraryId }, { allow: ['Read'] });
  for (const person of [ann, admin]) {
    const { body } = await person.api('GET', '/api/libraries');
    const self = `http://carrel.test/api/libraries/${person.libraryId}`;
    assert.deepEqual(body, [
      {
        LibraryId: person.libraryId,
        LibraryName: 'My Library',
        IsPrivate: true,
        Links: { Self: self, Folders: `${self}/folders` },
      },
    ]);
  }
  // People who can read it reach it nevertheless.
  assert.equal((await admin.api('GET', `/api/libraries/${ann.libraryId}`)).status, 200);
});

test('a corporate library is listed for site admins and its readers, directly or by a group', async () => {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin, 'Contracts');
  await grant(app, w.ann, { libraryId }, { allow: ['Write'] });
  await grant(app, await makeGroup(app, w.deploymentId, [w.bob]), { libraryId }, { allow: ['Read'] });
  for (const person of [w.admin, w.ann, w.bob]) {
    assert.deepEqual(names((await person.api('GET', '/api/libraries')).body), ['Contracts', 'My Library']);
    assert.equal((await person.api('GET', `/api/libraries/${libraryId}`)).status, 200);
  }
  for (const [person, status] of [
    [w.stranger, 403],
    [w.other, 404],
  ] as const) {
    assert.deepEqual(names((await person.api('GET', '/api/libraries')).body), ['My Library']);
    assert.equal((await person.api('GET', `/api/libraries/${libraryId}`)).status, status);
  }
});

test('a denied Read hides the library despite grants; site admins are not bound', async () => {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin, 'Contracts');
  const group = await makeGroup(app, w.deploymentId, [w.ann, w.admin]);
  await grant(app, w.ann, { libraryId }, { allow: ['Read', 'Write', 'Delete', 'Grant'] });
  await grant(app, group, { libraryId }, { deny: ['Read'] });
  assert.deepEqual(names((await w.ann.api('GET', '/api/libraries')).body), ['My Library']);
  assert.equal((await w.ann.api('GET', `/api/libraries/${libraryId}`)).status, 403);
  assert.deepEqual(names((await w.admin.api('GET', '/api/libraries')).body), ['Contracts', 'My Library']);
});

test('an expired grant does not open, and an expired denial does not block', async () => {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin, 'Contracts');
  const expiresAt = new Date(app.clock.now.getTime() + HOUR);
  await grant(app, w.ann, { libraryId }, { allow: ['Read'], expiresAt });
  await grant(app, w.bob, { libraryId }, { deny: ['Read'], expiresAt });
  await grant(app, await makeGroup(app, w.deploymentId, [w.bob]), { libraryId }, { allow: ['Read'] });
  const statuses = () =>
    Promise.all([w.ann, w.bob].map(async (p) => (await p.api('GET', `/api/libraries/${libraryId}`)).status));
  assert.deepEqual(await statuses(), [200, 403]);
  app.clock.advance(HOUR);
  assert.deepEqual(await statuses(), [403, 200]);
  assert.deepEqual(names((await w.ann.api('GET', '/api/libraries')).body), ['My Library']);
  assert.deepEqual(names((await w.bob.api('GET', '/api/libraries')).body), ['Contracts', 'My Library']);
});

test('libraries are ordered by name ignoring case, and pages give the same list', async () => {
  const w = await app.world();
  for (const name of ['beta', 'Alpha', 'Ärger', 'gamma', 'Zeta', 'ZZ']) await makeLibrary(w.admin, name);
  const { body: whole, headers } = await w.admin.api('GET', '/api/libraries');
  assert.deepEqual(names(whole), ['Alpha', 'beta', 'gamma', 'My Library', 'Zeta', 'ZZ', 'Ärger']);
  assert.equal(headers.get('link'), null);
  for (const top of [1, 2, 6, 7, 1000]) {
    const pages = await everyPage(w.admin, `/api/libraries?top=${top}`);
    assert.deepEqual(pages.flat(), whole);
    assert.equal(pages.length, Math.ceil(7 / top));
  }
});

test('a library in the trash is not listed and returns 404', async () => {
  const { admin } = await app.world();
  const libraryId = await makeLibrary(admin, 'Contracts');
  await admin.api('DELETE', `/api/libraries/${libraryId}`);
  assert.deepEqual(names((await admin.api('GET', '/api/libraries')).body), ['My Library']);
  for (const path of ['', '/folders']) {
    assert.equal((await admin.api('GET', `/api/libraries/${libraryId}${path}`)).status, 404);
  }
});
