import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { makeTagType } from '../../../test/factories/tags.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';

const app = await startApp();
const PATH = '/api/users/me/searches';

/** A library that Ann may read, with a folder and two tag types. */
async function worldWithTags() {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin);
  const folderId = await w.admin.folder(libraryId, 'Plans');
  const state = await makeTagType(w.admin, libraryId, 'State');
  const due = await makeTagType(w.admin, libraryId, 'Due', { DataType: 'Date' });
  await grant(app, w.ann, { libraryId }, { allow: ['Read'] });
  const search = (SearchName: string) => ({
    SearchName,
    FolderId: folderId,
    Criteria: [{ TagTypeId: state, Value: 'Signed' }],
  });
  return { w, admin: w.admin, ann: w.ann, libraryId, folderId, state, due, search };
}

const namesOf = async (person: Person) =>
  (await person.api('GET', PATH)).body.map(({ SearchName }: { SearchName: string }) => SearchName);

test('a search of a library or folder is saved with its criteria: 201, and listed by name', async () => {
  const { ann, libraryId, folderId, state, due } = await worldWithTags();
  const { body: library } = await ann.api('GET', `/api/libraries/${libraryId}`);
  const Criteria = [
    { TagTypeId: due, Value: '11302026' },
    { TagTypeId: state, Value: 'Signed' },
  ];
  const made = await ann.api('POST', PATH, { SearchName: ' open cases', LibraryId: libraryId, Criteria, Other: 1 });
  assert.equal(made.status, 201);
  assert.deepEqual(made.body, {
    SavedSearchId: made.body.SavedSearchId,
    SearchName: 'open cases',
    LibraryId: libraryId,
    FolderId: null,
    PlaceName: library.LibraryName,
    Criteria,
    Q: null,
    Alert: false,
    DateCreated: app.clock.now.toISOString(),
  });
  const ofFolder = await ann.api('POST', PATH, { SearchName: 'Late', FolderId: folderId, Criteria });
  const { LibraryId, FolderId, PlaceName } = ofFolder.body;
  assert.deepEqual([LibraryId, FolderId, PlaceName], [null, folderId, 'Plans']);
  assert.deepEqual((await ann.api('GET', PATH)).body, [ofFolder.body, made.body]);
});

test('saved searches are visible to and deletable by their owner only', async () => {
  const { w, ann, admin, search } = await worldWithTags();
  const { body } = await ann.api('POST', PATH, search('Mine'));
  assert.equal((await admin.api('POST', PATH, search('Mine'))).status, 201);
  const path = `${PATH}/${body.SavedSearchId}`;
  for (const person of [admin, w.other]) assert.equal((await person.api('DELETE', path)).status, 404);
  assert.deepEqual(await namesOf(ann), ['Mine']);
  assert.deepEqual(
    [(await ann.api('DELETE', path)).status, (await ann.api('DELETE', path)).status, await namesOf(ann)],
    [204, 404, []],
  );
  assert.deepEqual(await namesOf(admin), ['Mine']);
  await admin.api('DELETE', `/api/users/${ann.userId}`);
  assert.equal((await app.sql`select from saved_searches where user_id = ${ann.userId}`).length, 0);
});

test('an invalid search is not saved', async () => {
  const { w, ann, libraryId, folderId, state, due, search } = await worldWithTags();
  const foreign = await makeTagType(w.admin, await makeLibrary(w.admin), 'State');
  for (const [body, status] of [
    [{ ...search('A'), SearchName: ' ' }, 400],
    [{ ...search('A'), SearchName: 'x'.repeat(200) }, 400],
    [{ ...search('A'), LibraryId: libraryId }, 400],
    [{ ...search('A'), FolderId: undefined }, 400],
    [{ ...search('A'), Criteria: [] }, 400],
    [{ ...search('A'), Criteria: Array.from({ length: 51 }, () => ({ TagTypeId: state, Value: 'a' })) }, 400],
    [{ ...search('A'), Criteria: [{ TagTypeId: state, Value: ' ' }] }, 400],
    [{ ...search('A'), Criteria: [{ TagTypeId: foreign, Value: 'a' }] }, 404],
    [{ ...search('A'), FolderId: 999_999_999 }, 404],
  ] as const) {
    assert.equal((await ann.api('POST', PATH, body)).status, status, JSON.stringify(body));
  }
  const wrong = await ann.api('POST', PATH, { ...search('A'), Criteria: [{ TagTypeId: due, Value: 'soon' }] });
  assert.deepEqual([wrong.status, wrong.body.errors[0].instance], [400, 'Criteria.0.Value']);
  assert.equal((await w.stranger.api('POST', PATH, search('A'))).status, 403);
  assert.equal((await w.other.api('POST', PATH, search('A'))).status, 404);
  await w.admin.api('DELETE', `/api/folders/${folderId}`);
  assert.equal((await ann.api('POST', PATH, search('A'))).status, 404);
  assert.deepEqual(await namesOf(ann), []);
});

test('a name is unique ignoring case, and 50 searches are the maximum even concurrently: 409', async () => {
  const { ann, search } = await worldWithTags();
  for (const status of [201, 409]) assert.equal((await ann.api('POST', PATH, search('Signed'))).status, status);
  assert.equal((await ann.api('POST', PATH, search('SIGNED'))).status, 409);
  const answers = await Promise.all(Array.from({ length: 52 }, (_, n) => ann.api('POST', PATH, search(`S${n}`))));
  assert.equal(answers.filter(({ status }) => status === 201).length, 49);
  assert.equal(answers.filter(({ status }) => status === 409).length, 3);
  assert.equal((await namesOf(ann)).length, 50);
});

test('the name of an inaccessible place is hidden; searches in a purged place are deleted', async () => {
  const { ann, admin, folderId, search } = await worldWithTags();
  await ann.api('POST', PATH, search('Signed'));
  const placeOf = async () =>
    (await ann.api('GET', PATH)).body.map((row: { PlaceName: string | null }) => row.PlaceName);
  await grant(app, ann, { folderId }, { deny: ['Read'] });
  assert.deepEqual(await placeOf(), [null]);
  await app.sql`delete from permissions where folder_id = ${folderId}`;
  assert.deepEqual(await placeOf(), ['Plans']);
  await admin.api('DELETE', `/api/folders/${folderId}`);
  assert.deepEqual(await placeOf(), [null]);
  await admin.api('DELETE', `/api/folders/${folderId}?purge=true`);
  await app.runJobs();
  assert.deepEqual(await placeOf(), []);
});
