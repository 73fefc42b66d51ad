import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Client } from '../../../test/client.ts';

const app = await startApp();

async function sharedWorld() {
  const w = await app.world();
  const folderId = await w.bob.folder(w.bob.libraryId, 'beta');
  const documentId = await w.bob.document(folderId, 'alpha.txt');
  const share = async (kind: string, id: number, entries: unknown) => {
    const { status, text } = await w.bob.api('PUT', `/api/${kind}/${id}/permissions`, entries);
    assert.equal(status, 200, text);
  };
  return { w, folderId, documentId, share };
}

const shared = async (person: Client, query = '') => (await person.api('GET', `/api/users/me/shared${query}`)).body;
const names = async (person: Client, query = '') =>
  (await shared(person, query)).map((item: { ItemName: string }) => item.ItemName);

test('granted libraries, folders and documents are listed by name, each in its own shape', async () => {
  const { w, folderId, documentId, share } = await sharedWorld();
  assert.deepEqual(await shared(w.ann), []);
  await share('libraries', w.bob.libraryId, [{ UserId: w.ann.userId, Allow: ['Read'] }]);
  await share('folders', folderId, [{ UserId: w.ann.userId, Allow: ['Write'] }]);
  await share('documents', documentId, [{ UserId: w.ann.userId, Allow: ['Grant'], Deny: ['Write'] }]);
  const get = async (path: string) => (await w.ann.api('GET', path)).body;
  const library = await get(`/api/libraries/${w.bob.libraryId}`);
  const folder = await get(`/api/folders/${folderId}`);
  const document = await get(`/api/documents/${documentId}`);
  const none = { Library: null, Folder: null, Document: null };
  const SharedBy = { UserId: w.bob.userId, Name: 'Bob', Email: w.bob.email, PictureUri: null, IsDeleted: false };
  const byBob = { SharedBy, SharedOn: app.clock.now.toISOString() };
  assert.deepEqual(await shared(w.ann), [
    {
      ItemType: 'Document',
      ItemName: 'alpha.txt',
      Rights: ['Read', 'Grant'],
      IsStarred: false,
      ...byBob,
      Links: { Self: document.Links.Self },
      Embedded: { ...none, Document: document },
    },
    {
      ItemType: 'Folder',
      ItemName: 'beta',
      Rights: ['Read', 'Write'],
      IsStarred: false,
      ...byBob,
      Links: { Self: folder.Links.Self },
      Embedded: { ...none, Folder: folder },
    },
    {
      ItemType: 'Library',
      ItemName: 'My Library',
      Rights: ['Read'],
      IsStarred: false,
      ...byBob,
      Links: { Self: library.Links.Self },
      Embedded: { ...none, Library: library },
    },
  ]);
  // Grants in another person's personal library appear here and not among the own libraries.
  assert.equal((await get('/api/libraries')).length, 1);
});

test('a grant to a group is listed once for each member, and not for the owner', async () => {
  const { w, folderId, share } = await sharedWorld();
  const { GroupId } = (await w.admin.api('POST', '/api/groups', { GroupName: 'Team' })).body;
  await w.admin.api('PUT', `/api/groups/${GroupId}/members`, [w.ann.userId, w.bob.userId]);
  await share('folders', folderId, [
    { GroupId, Allow: ['Read'] },
    { UserId: w.ann.userId, Allow: ['Read', 'Delete'] },
  ]);
  const [item, ...more] = await shared(w.ann);
  assert.deepEqual([item.ItemName, item.Rights, more], ['beta', ['Read', 'Delete'], []]);
  assert.deepEqual(await shared(w.bob), []);
  assert.deepEqual(await shared(w.stranger), []);
});

test('of several grants the newest says by whom and when', async () => {
  const { w, folderId, share } = await sharedWorld();
  const { GroupId } = (await w.admin.api('POST', '/api/groups', { GroupName: 'Team' })).body;
  await w.admin.api('PUT', `/api/groups/${GroupId}/members`, [w.ann.userId, w.stranger.userId]);
  const own = { UserId: w.stranger.userId, Allow: ['Read', 'Grant'] };
  await share('folders', folderId, [{ UserId: w.ann.userId, Allow: ['Read'] }, own]);
  const first = app.clock.now.toISOString();
  const newest = async () => {
    const [{ SharedBy, SharedOn }] = await shared(w.ann);
    return [SharedBy.Name, SharedOn];
  };
  assert.deepEqual(await newest(), ['Bob', first]);
  app.clock.advance(60_000);
  const entries = [{ UserId: w.ann.userId, Allow: ['Read'] }, own, { GroupId, Allow: ['Read'] }];
  assert.equal((await w.stranger.api('PUT', `/api/folders/${folderId}/permissions`, entries)).status, 200);
  assert.deepEqual(await newest(), ['Stranger', app.clock.now.toISOString()]);
  await share('folders', folderId, [{ UserId: w.ann.userId, Allow: ['Read'] }]);
  assert.deepEqual(await newest(), ['Bob', first]);
});

test('denied, expired, trashed and purged items are not listed', async () => {
  const { w, folderId, documentId, share } = await sharedWorld();
  const entry = { UserId: w.ann.userId, Allow: ['Read'] };
  await share('folders', folderId, [entry]);
  await share('documents', documentId, [entry]);
  assert.deepEqual(await names(w.ann), ['alpha.txt', 'beta']);
  await share('documents', documentId, [{ ...entry, Deny: ['Read'] }]);
  assert.deepEqual(await names(w.ann), ['beta']);
  await share('documents', documentId, [entry]);
  await w.bob.api('DELETE', `/api/documents/${documentId}`);
  assert.deepEqual(await names(w.ann), ['beta']);
  await w.bob.api('PATCH', `/api/documents/${documentId}/restore`);
  await w.bob.api('DELETE', `/api/folders/${folderId}`);
  assert.deepEqual(await names(w.ann), []);
  await w.bob.api('PATCH', `/api/folders/${folderId}/restore`);
  assert.deepEqual(await names(w.ann), ['alpha.txt', 'beta']);
  await w.bob.api('DELETE', `/api/folders/${folderId}?purge=true`);
  assert.deepEqual(await names(w.ann), []);
  const ExpiresOn = new Date(app.clock.now.getTime() + 1000).toISOString();
  await share('libraries', w.bob.libraryId, [{ ...entry, ExpiresOn }]);
  assert.deepEqual(await names(w.ann), ['My Library']);
  app.clock.advance(1000);
  assert.deepEqual(await names(w.ann), []);
  assert.equal((await w.anonymous.api('GET', '/api/users/me/shared')).status, 401);
});

test('the list is paged', async () => {
  const { w, share } = await sharedWorld();
  for (const name of ['a', 'b', 'B2', 'c']) {
    const id = await w.bob.folder(w.bob.libraryId, name);
    await share('folders', id, [{ UserId: w.ann.userId, Allow: ['Read'] }]);
    const documentId = await w.bob.document(id, name);
    await share('documents', documentId, [{ UserId: w.ann.userId, Allow: ['Read'] }]);
  }
  const all = await names(w.ann);
  assert.deepEqual(all, ['a', 'a', 'b', 'b', 'B2', 'B2', 'c', 'c']);
  const seen: string[] = [];
  for (let query = '?top=3'; query !== '';) {
    const page = await w.ann.api('GET', `/api/users/me/shared${query}`);
    seen.push(...page.body.map((item: { ItemName: string }) => item.ItemName));
    query = /<[^>]+(\?[^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
  }
  assert.deepEqual(seen, all);
  for (const query of ['?top=0', '?after=x', '?top=1001']) {
    assert.equal((await w.ann.api('GET', `/api/users/me/shared${query}`)).status, 400);
  }
});

test('a site admin sees items granted to them, not everything they can access', async () => {
  const w = await app.world();
  const { body: library } = await w.admin.api('POST', '/api/libraries', { LibraryName: 'Corporate' });
  assert.deepEqual(await shared(w.admin), []);
  const second = await w.addPerson('Second', { isSiteAdmin: true });
  const entries = [{ UserId: second.userId, Allow: ['Read'] }];
  await w.admin.api('PUT', `/api/libraries/${library.LibraryId}/permissions`, entries);
  const [item, ...more] = await shared(second);
  assert.deepEqual([item.ItemName, item.Rights, more], ['Corporate', ['Read', 'Write', 'Delete', 'Grant'], []]);
});
