import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addManyDocuments } from '../../../test/factories/bulk.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant, revokeAll } from '../../../test/factories/permissions.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { asPerson } from '../../../test/factories/persons.ts';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';
import { blocksTouched, statementsOf } from '../../../test/statements.ts';
import type { Person } from '../../../test/world.ts';

const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });

/** Deletes it, a second after what was deleted before. */
async function discard(person: Person, path: string): Promise<string> {
  app.clock.advance(1000);
  const { status, text } = await person.api('DELETE', path);
  assert.equal(status, 204, text);
  return app.clock.now.toISOString();
}

async function namesIn(person: Person, path: string): Promise<string[]> {
  const { status, body, text } = await person.api('GET', path);
  assert.equal(status, 200, text);
  return body.map((item: { ItemName: string }) => item.ItemName);
}

/** Two documents and two folders of ann's, deleted from the oldest to the newest. */
async function worldWithTrash() {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Kept');
  for (const name of ['1.txt', '2.txt']) {
    await discard(ann, `/api/documents/${await ann.document(folderId, name)}`);
  }
  for (const name of ['3', '4']) await discard(ann, `/api/folders/${await makeChild(ann, folderId, name)}`);
  return { w, ann, folderId };
}

test('a deleted document is listed with its library, its deleter and its restore address', async () => {
  const { ann } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'Papers'), 'a.txt', 'a');
  const { body: document } = await ann.api('GET', `/api/documents/${documentId}`);
  const { body: library } = await ann.api('GET', `/api/libraries/${ann.libraryId}`);
  const DateDeleted = await discard(ann, `/api/documents/${documentId}`);
  const { DocumentSize: _size, FolderId: _folder, Hash: _hash, ...summary } = document;
  const { status, body } = await ann.api('GET', '/api/trash');
  assert.equal(status, 200);
  assert.deepEqual(body, [
    {
      ItemName: 'a.txt',
      ItemType: 'Document',
      DateDeleted,
      DeletedByUserName: ann.email,
      DeletedByPerson: asPerson(ann),
      Embedded: { Document: summary, Folder: null, Library: library },
      Abilities: { Restore: true, Purge: true },
      Links: { RestoreUri: `http://carrel.test/api/documents/${documentId}/restore` },
    },
  ]);
  const restored = await ann.api('PATCH', `/api/documents/${documentId}/restore`);
  assert.deepEqual([restored.status, restored.body], [200, document]);
  assert.deepEqual(await namesIn(ann, '/api/trash'), []);
});

test('a deleted folder is listed in its own shape, with empty arrays for its content', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Papers');
  await ann.document(await makeChild(ann, folderId, 'Child'), 'a.txt');
  const { body: folder } = await ann.api('GET', `/api/folders/${folderId}`);
  await discard(ann, `/api/folders/${folderId}`);
  const { body } = await ann.api('GET', '/api/trash');
  assert.equal(body.length, 1);
  assert.deepEqual([body[0].ItemName, body[0].ItemType], ['Papers', 'Folder']);
  assert.equal(body[0].Embedded.Document, null);
  assert.deepEqual(body[0].Embedded.Folder, folder);
  assert.deepEqual(body[0].Embedded.Folder.Embedded, { Folders: [], Documents: [] });
  assert.equal(body[0].Links.RestoreUri, `http://carrel.test/api/folders/${folderId}/restore`);
});

test('the deployment trash lists items that anybody deleted from corporate libraries, documents with their Hash', async () => {
  const { admin, ann } = await app.world();
  const libraryId = await makeLibrary(admin, 'Corporate');
  await grant(app, ann, { libraryId }, { allow: ['Write', 'Delete'] });
  const folderId = await ann.folder(libraryId, 'Papers');
  const documentId = await ann.document(folderId, 'a.txt', 'a');
  const { body: document } = await ann.api('GET', `/api/documents/${documentId}`);
  await discard(ann, `/api/documents/${documentId}`);
  await discard(ann, `/api/folders/${await ann.folder(ann.libraryId, 'Private')}`);
  const DateDeleted = await discard(admin, `/api/libraries/${libraryId}`);
  const library = {
    LibraryId: libraryId,
    LibraryName: 'Corporate',
    IsPrivate: false,
    Links: {
      Self: `http://carrel.test/api/libraries/${libraryId}`,
      Folders: `http://carrel.test/api/libraries/${libraryId}/folders`,
    },
  };
  const { body } = await admin.api('GET', '/api/admin/trash');
  assert.deepEqual(body[0], {
    ItemName: 'Corporate',
    ItemType: 'Library',
    DateDeleted,
    DeletedByUserName: admin.email,
    DeletedByPerson: asPerson(admin),
    Embedded: { Document: null, Folder: null, Library: library },
    Abilities: { Restore: true, Purge: true },
    Links: { RestoreUri: `http://carrel.test/api/libraries/${libraryId}/restore` },
  });
  assert.equal(body.length, 2);
  assert.equal(body[1].DeletedByUserName, ann.email);
  assert.deepEqual(body[1].Embedded, { Document: document, Folder: null, Library: library });
});

test('the deployment trash can be filtered by library and by deleter', async () => {
  const w = await app.world();
  const [first, second] = [await makeLibrary(w.admin, 'First'), await makeLibrary(w.admin, 'Second')];
  await grant(app, w.ann, { libraryId: first }, { allow: ['Read', 'Write', 'Delete'] });
  const folderId = await w.ann.folder(first, 'by ann');
  const documentId = await w.admin.document(await w.admin.folder(first, 'F'), 'by admin');
  await w.ann.api('DELETE', `/api/folders/${folderId}`);
  await w.admin.api('DELETE', `/api/documents/${documentId}`);
  await w.admin.api('DELETE', `/api/libraries/${second}`);
  const named = async (query: string) => (await namesIn(w.admin, `/api/admin/trash${query}`)).toSorted();
  assert.deepEqual(await named(''), ['Second', 'by admin', 'by ann']);
  assert.deepEqual(await named(`?libraryId=${first}`), ['by admin', 'by ann']);
  assert.deepEqual(await named(`?libraryId=${second}`), ['Second']);
  assert.deepEqual(await named(`?deletedBy=${w.ann.userId}`), ['by ann']);
  assert.deepEqual(await named(`?deletedBy=${w.admin.userId}&libraryId=${first}&top=1`), ['by admin']);
  assert.deepEqual(await named(`?deletedBy=${w.bob.userId}`), []);
  assert.equal((await w.admin.api('GET', '/api/admin/trash?libraryId=x')).status, 400);
});

test('the deployment trash is for site admins of the deployment', async () => {
  const { admin, ann, other } = await app.world();
  await discard(admin, `/api/libraries/${await makeLibrary(admin)}`);
  assert.equal((await ann.api('GET', '/api/admin/trash')).status, 403);
  assert.deepEqual(await namesIn(other, '/api/admin/trash'), []);
  assert.deepEqual(await namesIn(other, '/api/trash'), []);
});

test("a user's trash lists items that the user deleted from any library", async () => {
  const { admin, ann, bob } = await app.world();
  const libraryId = await makeLibrary(admin);
  const folderId = await ann.folder(ann.libraryId, "Ann's");
  await grant(app, bob, { libraryId }, { allow: ['Write', 'Delete'] });
  await grant(app, bob, { folderId }, { allow: ['Write', 'Delete'] });
  await discard(bob, `/api/folders/${await bob.folder(bob.libraryId, 'own')}`);
  await discard(bob, `/api/folders/${await bob.folder(libraryId, 'corporate')}`);
  await discard(bob, `/api/documents/${await ann.document(folderId, "another's.txt")}`);
  await discard(ann, `/api/documents/${await ann.document(folderId, 'by ann.txt')}`);
  assert.deepEqual(await namesIn(bob, '/api/trash'), ["another's.txt", 'corporate', 'own']);
  assert.deepEqual(await namesIn(ann, '/api/trash'), ['by ann.txt']);
  assert.deepEqual(await namesIn(admin, '/api/trash'), []);
  assert.deepEqual(await namesIn(admin, '/api/admin/trash'), ['corporate']);
});

test('a deleted folder is listed alone, besides items deleted inside it earlier', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Papers');
  await ann.document(folderId, 'inside.txt');
  await discard(ann, `/api/documents/${await ann.document(folderId, 'before.txt')}`);
  await discard(ann, `/api/folders/${folderId}`);
  assert.deepEqual(await namesIn(ann, '/api/trash'), ['Papers', 'before.txt']);
  const [, before] = (await ann.api('GET', '/api/trash')).body;
  const restore = before.Links.RestoreUri.replace('http://carrel.test', '');
  // Its place is in the trash; elsewhere it can go.
  assert.equal((await ann.api('PATCH', restore)).status, 409);
  const target = await ann.folder(ann.libraryId, 'Target');
  assert.equal((await ann.api('PATCH', `${restore}?into=${target}`)).status, 200);
});

test('purged items are in no trash, nor are items deleted inside them', async () => {
  const { admin } = await app.world();
  const libraryId = await makeLibrary(admin);
  const folderId = await admin.folder(libraryId, 'Papers');
  const childId = await makeChild(admin, folderId, 'Child');
  for (const id of [folderId, childId]) {
    await discard(admin, `/api/documents/${await admin.document(id, `in ${id}.txt`)}`);
  }
  await discard(admin, `/api/folders/${childId}`);
  const steps = [
    [`/api/folders/${childId}`, [`in ${folderId}.txt`]],
    [`/api/folders/${folderId}`, []],
  ] as const;
  for (const [path, left] of steps) {
    assert.equal((await admin.api('DELETE', `${path}?purge=true`)).status, 204);
    for (const list of ['/api/trash', '/api/admin/trash']) assert.deepEqual(await namesIn(admin, list), left);
  }
  await discard(admin, `/api/documents/${await admin.document(await admin.folder(libraryId, 'F'), 'last.txt')}`);
  await admin.api('DELETE', `/api/libraries/${libraryId}?purge=true`);
  for (const list of ['/api/trash', '/api/admin/trash']) assert.deepEqual(await namesIn(admin, list), []);
});

test('a deleter without rights still finds the items as they were, and can restore them', async () => {
  const { ann, bob } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Papers');
  const documentId = await ann.document(folderId, 'a.txt');
  await grant(app, bob, { folderId }, { allow: ['Delete'] });
  await discard(bob, `/api/documents/${documentId}`);
  const before = await bob.api('GET', '/api/trash');
  await revokeAll(app, bob);
  assert.deepEqual((await bob.api('GET', '/api/trash')).body, before.body);
  // Nothing in it can have changed since: what is in the trash cannot be renamed or revised.
  assert.equal((await ann.api('PATCH', `/api/documents/${documentId}`, { DocumentName: 'b.txt' })).status, 404);
  assert.equal((await bob.api('PATCH', `/api/documents/${documentId}/restore`)).status, 200);
  assert.equal((await bob.api('GET', `/api/documents/${documentId}`)).status, 403);
});

test('for a deleted user the former address is shown, for the operator null', async () => {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin);
  await grant(app, w.bob, { libraryId }, { allow: ['Write', 'Delete'] });
  await discard(w.bob, `/api/folders/${await w.bob.folder(libraryId, 'Of Bob')}`);
  await w.admin.api('DELETE', `/api/users/${w.bob.userId}`);
  await app.sql`update libraries set trashed_by = null where library_id = ${w.bob.libraryId}`;
  const { body } = await w.admin.api('GET', '/api/admin/trash');
  const shown = body.map((item: Record<string, string>) => [item['ItemName'], item['DeletedByUserName']]);
  assert.deepEqual(
    new Map(shown),
    new Map([
      [`My Library (${w.bob.email})`, null],
      ['Of Bob', `${w.bob.email}.inactive1`],
    ]),
  );
});

test('pages equal the whole list, newest first, also for items deleted at the same time', async () => {
  const { w, ann, folderId } = await worldWithTrash();
  assert.deepEqual(await namesIn(ann, '/api/trash'), ['4', '3', '2.txt', '1.txt']);
  for (const name of ['a', 'b', 'c']) await ann.api('DELETE', `/api/folders/${await makeChild(ann, folderId, name)}`);
  for (const name of ['d.txt', 'e.txt'])
    await ann.api('DELETE', `/api/documents/${await ann.document(folderId, name)}`);
  const { body: whole } = await ann.api('GET', '/api/trash');
  assert.equal(whole.length, 9);
  for (const top of [1, 2, 4, 9]) {
    const pages = await everyPage(ann, `/api/trash?top=${top}`);
    assert.deepEqual(pages.flat(), whole);
    assert.equal(pages.length, Math.ceil(9 / top));
  }
  for (const after of [
    'x',
    'WyJub3cgYW5kIHRoZW4iLDEsMV0',
    Buffer.from('["2026-13-01T00:00:00.000Z",1,1]').toString('base64url'),
  ]) {
    assert.equal((await ann.api('GET', `/api/trash?after=${after}`)).status, 400);
    assert.equal((await w.admin.api('GET', `/api/admin/trash?after=${after}`)).status, 400);
  }
  assert.equal((await ann.api('GET', '/api/trash?top=0')).status, 400);
});

test('a page of the trash takes one statement and the same blocks with 10 and with 5 000 items', async () => {
  const { admin } = await app.world();
  await admin.api('GET', '/api/trash');
  const libraryId = await makeLibrary(admin);
  for (const list of ['/api/trash', '/api/admin/trash']) {
    const blocks = [];
    for (const count of [10, 5000]) {
      const folderId = await admin.folder(libraryId, `${count} for ${list.slice(5).replace('/', ' ')}`);
      await addManyDocuments(app, admin, folderId, count);
      app.clock.advance(1000);
      await app.sql`
        update documents set trashed_at = ${app.clock.now}, trashed_by = ${admin.userId} where folder_id = ${folderId}`;
      await app.sql`analyze documents, folders, libraries, users`;
      const sent = await statementsOf(app, async () => {
        assert.equal((await admin.api('GET', `${list}?top=5`)).body.length, 5);
      });
      const lists = sent.filter(({ text }) => text.includes('trashed_at'));
      assert.equal(lists.length, 1);
      for (const statement of lists) {
        await blocksTouched(app, statement);
        blocks.push(await blocksTouched(app, statement));
      }
    }
    const [few = 0, many = 0] = blocks;
    assert.ok(many <= few + 40, `${list}: ${few} blocks with 10 items, ${many} with 5 000`);
  }
});
