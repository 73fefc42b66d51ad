import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../../test/client.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';
import { MAX_STARS } from './stars.actions.ts';

const app = await startApp();
const PATH = '/api/users/me/starred';

/** Corporate library › Plans › 2026, with a document in each folder. Ann reads the library. */
async function worldWithItems() {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin, 'Contracts');
  const plans = await w.admin.folder(libraryId, 'Plans');
  const year = await makeChild(w.admin, plans, '2026');
  const documentId = await w.admin.document(plans, 'plan.txt');
  await grant(app, w.ann, { libraryId }, { allow: ['Read'] });
  return { w, admin: w.admin, ann: w.ann, libraryId, plans, year, documentId };
}

const put = async (person: Client, item: string) => (await person.api('PUT', `${PATH}/${item}`)).status;
const remove = async (person: Client, item: string) => (await person.api('DELETE', `${PATH}/${item}`)).status;
const list = async (person: Client) => (await person.api('GET', PATH)).body;
const names = async (person: Client) => (await list(person)).map(({ ItemName }: { ItemName: string }) => ItemName);

test('libraries, folders and documents are starred, each listed in its own shape, the latest first', async () => {
  const { w, ann, libraryId, plans, documentId } = await worldWithItems();
  assert.deepEqual(await list(ann), []);
  for (const item of [`libraries/${libraryId}`, `folders/${plans}`, `documents/${documentId}`]) {
    assert.equal(await put(ann, item), 204);
    app.clock.advance(1000);
  }
  const get = async (path: string) => (await ann.api('GET', path)).body;
  const document = await get(`/api/documents/${documentId}`);
  const none = { Library: null, Folder: null, Document: null };
  const [first, second, third, ...more] = await list(ann);
  assert.deepEqual(first, {
    ItemType: 'Document',
    ItemName: 'plan.txt',
    Rights: ['Read'],
    Links: { Self: document.Links.Self },
    Embedded: { ...none, Document: document },
    ParentName: 'Plans',
    DateStarred: new Date(app.clock.now.getTime() - 1000).toISOString(),
  });
  assert.deepEqual(
    [second.ItemType, second.ParentName, second.Embedded],
    ['Folder', 'Contracts', { ...none, Folder: await get(`/api/folders/${plans}`) }],
  );
  assert.deepEqual(
    [third.ItemType, third.ParentName, third.Embedded],
    ['Library', null, { ...none, Library: await get(`/api/libraries/${libraryId}`) }],
  );
  assert.deepEqual([more, await list(w.bob)], [[], []]);
});

test('starring twice and removing twice change nothing, also at once', async () => {
  const { ann, documentId } = await worldWithItems();
  const item = `documents/${documentId}`;
  assert.deepEqual(await Promise.all([put(ann, item), put(ann, item), put(ann, item)]), [204, 204, 204]);
  const [first] = await list(ann);
  app.clock.advance(1000);
  assert.equal(await put(ann, item), 204);
  assert.deepEqual(await list(ann), [first]);
  assert.deepEqual(await Promise.all([remove(ann, item), remove(ann, item)]), [204, 204]);
  assert.deepEqual(await list(ann), []);
});

test('a star on an item that was trashed, purged or closed to the person is not shown, and reappears with it', async () => {
  const { admin, ann, libraryId, plans, year, documentId } = await worldWithItems();
  const items = [`folders/${year}`, `documents/${documentId}`];
  for (const item of items) await put(ann, item);
  for (const item of [...items, `folders/${plans}`, `libraries/${libraryId}`]) {
    await admin.api('DELETE', `/api/${item}`);
    const shown = await names(ann);
    const left = { [items[0] ?? '']: ['plan.txt'], [items[1] ?? '']: ['2026'] }[item] ?? [];
    assert.deepEqual(shown, left, item);
    if (left.length === 0) assert.equal(await put(ann, items[1] ?? ''), 404);
    await admin.api('PATCH', `/api/${item}/restore`);
    assert.deepEqual(await names(ann), ['plan.txt', '2026'], item);
  }
  await grant(app, ann, { documentId }, { deny: ['Read'] });
  assert.deepEqual([await names(ann), await put(ann, `documents/${documentId}`)], [['2026'], 403]);
  await admin.api('DELETE', `/api/folders/${year}?purge=true`);
  assert.deepEqual(await names(ann), []);
  assert.equal(await remove(ann, `documents/${documentId}`), 204);
  await app.runJobs();
  assert.equal((await app.sql`select from stars where user_id = ${ann.userId}`).length, 0);
});

test('the name of a folder that the person cannot read is not returned', async () => {
  const { w, plans, year, documentId } = await worldWithItems();
  await grant(app, w.bob, { documentId }, { allow: ['Read'] });
  await grant(app, w.bob, { folderId: year }, { allow: ['Read'] });
  for (const item of [`documents/${documentId}`, `folders/${year}`]) await put(w.bob, item);
  const parents = async () => (await list(w.bob)).map(({ ParentName }: { ParentName: unknown }) => ParentName);
  assert.deepEqual(await parents(), [null, null]);
  await grant(app, w.bob, { folderId: plans }, { allow: ['Read'] });
  assert.deepEqual(await parents(), ['Plans', 'Plans']);
});

test('the list is paged, and a person has 200 stars at most', async () => {
  const { ann, plans, documentId } = await worldWithItems();
  const folderId = await ann.folder(ann.libraryId, 'Many');
  const ids = await app.sql<{ id: number }[]>`
    insert into folders (deployment_id, library_id, parent_id, path, name, name_key, created_at, folder_id)
    overriding system value
    select deployment_id, library_id, ${folderId}, array[${folderId}::bigint, id], id::text, id::text, now(), id
    from (select *, nextval(pg_get_serial_sequence('folders', 'folder_id')) as id from folders, generate_series(1, ${MAX_STARS})
      where folder_id = ${folderId}) n returning folder_id as id`;
  await app.sql`
    insert into stars (deployment_id, user_id, folder_id, created_at)
    select ${ann.deploymentId}, ${ann.userId}, id, now() from unnest(${ids.map(({ id }) => id)}::bigint[]) id order by id`;
  const full = await ann.api('PUT', `${PATH}/documents/${documentId}`);
  assert.deepEqual([full.status, full.body.type], [409, '/conflict']);
  assert.equal(await put(ann, `folders/${ids[0]?.id}`), 204);
  const pages = await everyPage<{ ItemName: string }>(ann, `${PATH}?top=90`);
  assert.deepEqual(
    [pages.map((page) => page.length), pages.flat().map(({ ItemName }) => ItemName)],
    [[90, 90, 20], ids.map(({ id }) => String(id)).toReversed()],
  );
  await remove(ann, `folders/${ids[0]?.id}`);
  const both = await Promise.all([put(ann, `folders/${plans}`), put(ann, `documents/${documentId}`)]);
  assert.deepEqual(both.toSorted(), [204, 409]);
  for (const query of ['?top=0', '?after=x']) assert.equal((await ann.api('GET', PATH + query)).status, 400);
});

test('places, searches and shared items show which items are starred', async () => {
  const { ann, libraryId, plans, year, documentId } = await worldWithItems();
  for (const item of [`libraries/${libraryId}`, `folders/${plans}`, `folders/${year}`, `documents/${documentId}`]) {
    await put(ann, item);
  }
  const place = async (item: string) => {
    const { IsStarred, StarredItems } = (await ann.api('GET', `/api/${item}/place`)).body;
    return [IsStarred, StarredItems];
  };
  const folder = (FolderId: number) => ({ FolderId, DocumentId: null });
  assert.deepEqual(await place(`libraries/${libraryId}`), [true, [folder(plans)]]);
  const children = [{ FolderId: null, DocumentId: documentId }, folder(year)];
  assert.deepEqual(await place(`folders/${plans}`), [true, children]);
  assert.deepEqual(await place(`documents/${documentId}`), [true, []]);
  await remove(ann, `folders/${plans}`);
  assert.deepEqual(await place(`folders/${plans}`), [false, children]);
  assert.deepEqual(await place(`libraries/${libraryId}`), [true, []]);
  const flags = async (path: string) =>
    (await ann.api('GET', path)).body.map(({ IsStarred }: { IsStarred: boolean }) => IsStarred);
  assert.deepEqual(await flags('/api/search?query=plan'), [false, true]);
  assert.deepEqual(await flags('/api/users/me/shared'), [true]);
});

test('the stars of a deleted user are deleted', async () => {
  const { admin, ann, plans } = await worldWithItems();
  await put(ann, `folders/${plans}`);
  await admin.api('DELETE', `/api/users/${ann.userId}`);
  assert.equal((await app.sql`select from stars where user_id = ${ann.userId}`).length, 0);
});
