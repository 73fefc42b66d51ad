/** Folders in the results of a search inside documents, and places in its filters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { addPeople } from '../../../test/factories/persons.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { namesOf } from '../search/search.fixture.ts';

const app = await startApp();

test('folders are found by their names as written, or without accents', async () => {
  const { ann } = await app.world();
  for (const name of ['Résumés', 'Straßenbau', 'Ağrı Işık', 'Cafe Menus', '東京 計画', 'Übersicht']) {
    await ann.folder(ann.libraryId, name);
  }
  const cases: [string, string[]][] = [
    ['résumés', ['Résumés']],
    ['RÉSUMÉS', ['Résumés']],
    ['straßenbau', ['Straßenbau']],
    ['Strassen*', ['Straßenbau']],
    ['ağrı', ['Ağrı Işık']],
    ['café', ['Cafe Menus']],
    ['übersicht', ['Übersicht']],
    ['東京', ['東京 計画']],
    ['résumés -cafe', ['Résumés']],
  ];
  for (const [q, expected] of cases) assert.deepEqual(await namesOf(ann, q), expected, q);
});

test('parts of document names with accents are found', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  await ann.document(folderId, 'Vorläufigkeitserklärung.txt', 'a');
  await app.runJobs();
  assert.deepEqual(await namesOf(ann, 'erklärung'), ['Vorläufigkeitserklärung.txt']);
});

test('type:folder lists the newest folders first, also in a place, and is:starred those with a star', async () => {
  const { ann, bob } = await app.world();
  const projects = await ann.folder(ann.libraryId, 'Projects');
  app.clock.advance(24 * 3_600_000);
  const elmwood = await makeChild(ann, projects, 'Elmwood');
  app.clock.advance(24 * 3_600_000);
  const archive = await ann.folder(ann.libraryId, 'Archive');
  await ann.document(archive, 'old.txt', 'a');
  for (const id of [projects, archive]) await ann.api('PUT', `/api/users/me/starred/folders/${id}`);
  await app.runJobs();
  const cases: [string, string[]][] = [
    ['type:folder', ['Archive', 'Elmwood', 'Projects']],
    ['type:folder in:Projects', ['Elmwood', 'Projects']],
    ['type:folder elm', ['Elmwood']],
    ['is:starred', ['Archive', 'Projects']],
    ['is:starred type:folder arch', ['Archive']],
    ['is:starred type:pdf', []],
    ['-type:folder in:Archive', ['old.txt']],
  ];
  for (const [q, expected] of cases) assert.deepEqual(await namesOf(ann, q), expected, q);
  const { body, headers } = await ann.api('GET', `/api/search?q=type:folder&folderId=${projects}`);
  assert.deepEqual(
    [body.map((item: { ItemName: string }) => item.ItemName), headers.get('x-total-count')],
    [['Elmwood'], '1'],
  );
  assert.deepEqual(await namesOf(bob, 'type:folder'), []);
  await grant(app, bob, { folderId: elmwood }, { allow: ['Read'] });
  assert.deepEqual(await namesOf(bob, 'type:folder'), ['Elmwood']);
  await ann.api('DELETE', `/api/folders/${projects}`);
  assert.deepEqual(await namesOf(bob, 'type:folder'), []);
  assert.deepEqual(await namesOf(ann, 'is:starred'), ['Archive']);
});

test('a search has at most four places, of which equal ones count once', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Straße');
  await ann.document(folderId, 'plan.txt', 'a');
  await app.runJobs();
  const same = ['in:Straße', 'in:STRASSE', 'in:"/straße/"', 'in:strasse', 'in:"My Library"', 'in:"My Library/Straße"'];
  assert.deepEqual(await namesOf(ann, `plan ${same.join(' ')}`), ['plan.txt']);
  const five = ['a', 'b', 'c', 'd', 'e'].map((name) => `in:${name}`).join(' ');
  const refused = await ann.api('GET', `/api/search?q=${encodeURIComponent(five)}`);
  assert.equal(refused.status, 400);
  assert.deepEqual(refused.body.errors[0].instance, 'q');
  assert.match(refused.body.errors[0].detail, /at most 4 places/);
  const four = five.replace(' in:e', '');
  assert.equal((await ann.api('GET', `/api/search?q=${encodeURIComponent(four)}&in=e`)).body.errors[0].instance, 'in');
  assert.equal((await ann.api('GET', `/api/search?q=${encodeURIComponent(four)}&in=a`)).status, 200);
});

test('a library of a facet narrows the search, also if only a folder or document of it is readable', async () => {
  const w = await app.world();
  const { admin, ann, bob, stranger, other } = w;
  const libraryId = await makeLibrary(admin, 'Elmwood Tower');
  const open = await admin.folder(libraryId, 'Open');
  const closed = await admin.folder(libraryId, 'Closed');
  await admin.document(open, 'plan one.txt', 'a');
  const shared = await admin.document(closed, 'plan two.txt', 'b');
  await ann.document(await ann.folder(ann.libraryId, 'Own'), 'plan three.txt', 'c');
  await app.runJobs();
  await grant(app, ann, { folderId: open }, { allow: ['Read'] });
  await grant(app, bob, { documentId: shared }, { allow: ['Read'] });
  const facets = await ann.api('GET', '/api/search/facets?q=plan');
  assert.ok(facets.body.Libraries.some((one: { LibraryId: number }) => one.LibraryId === libraryId));
  for (const [person, names] of [
    [ann, ['plan one.txt']],
    [bob, ['plan two.txt']],
  ] as const) {
    assert.deepEqual(await namesOf(person, 'plan', `&libraryId=${libraryId}`), names);
    assert.deepEqual(await namesOf(person, 'plan in:"Elmwood Tower"'), names);
    assert.equal((await person.api('GET', `/api/search/facets?q=plan&libraryId=${libraryId}`)).body.Total, 1);
  }
  // Where nothing is readable, the answer is that of other routes with the library.
  for (const person of [stranger, other, w.anonymous]) {
    const { status } = await person.api('GET', `/api/search?q=plan&libraryId=${libraryId}`);
    assert.equal(status, (await person.api('GET', `/api/libraries/${libraryId}`)).status);
  }
  assert.deepEqual(await namesOf(stranger, 'plan in:"Elmwood Tower"'), []);
  await grant(app, bob, { folderId: closed }, { deny: ['Read'] });
  assert.equal((await bob.api('GET', `/api/search?q=plan&libraryId=${libraryId}`)).status, 403);
  await admin.api('DELETE', `/api/folders/${open}`);
  assert.equal((await ann.api('GET', `/api/search?q=plan&libraryId=${libraryId}`)).status, 403);
});

test('a name shared by too many people finds the documents of some, reports incomplete results, and cannot be excluded', async () => {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'F');
  await ann.document(folderId, 'plan.txt');
  await app.runJobs();
  const ask = (q: string) => ann.api('GET', `/api/search?q=${encodeURIComponent(q)}`);
  assert.equal((await ask('plan owner:p0')).headers.has('x-search-incomplete'), false);
  await addPeople(app, w, 201);
  assert.equal((await ask('plan owner:p0')).headers.get('x-search-incomplete'), 'true');
  const facets = await ann.api('GET', '/api/search/facets?q=plan%20owner:p0');
  assert.equal(facets.body.IsExact, false);
  const excluded = await ask('plan -owner:p0');
  assert.equal(excluded.status, 400);
  assert.match(excluded.body.title, /^More than 200 people have “p0” in their names\./);
});
