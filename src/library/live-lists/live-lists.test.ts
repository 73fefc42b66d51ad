import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant, revokeAll } from '../../../test/factories/permissions.ts';
import { makeTagType, tagDocument } from '../../../test/factories/tags.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { startSecondApp } from '../../../test/second-app.ts';
import type { Person } from '../../../test/world.ts';
import { follow } from '../../people/live-notifications/streams.fixture.ts';

const app = await startApp();

type Event = { type: string; data: object };

/** A stream about lists, without events about notifications. */
async function look(person: Person, query: string, url = app.url) {
  const stream = await follow(url, person, {}, query);
  assert.equal(stream.status, 200);
  const next = async (): Promise<Event> => {
    const { type, data } = await stream.next();
    if (type === 'unread' || type === 'notification') return next();
    const { Version, ...list } = data;
    assert.equal(typeof Version, type === 'watching' ? 'number' : 'undefined');
    return { type, data: list };
  };
  return { next, leave: () => stream.leave() };
}

/** A folder that ann and bob can read and change. */
async function sharedFolder() {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin);
  const folderId = await w.admin.folder(libraryId, 'Plans');
  for (const person of [w.ann, w.bob]) {
    await grant(app, person, { libraryId }, { allow: ['Read', 'Write', 'Delete', 'Grant'] });
  }
  return { ...w, libraryId, folderId };
}

const watching = (data: object) => ({ type: 'watching', data });
const changed = (data: object) => ({ type: 'changed', data });

test('each change that another person makes in an open folder, also of links and permissions, is announced to every tab', async () => {
  const { ann, bob, libraryId, folderId } = await sharedFolder();
  const elsewhere = await ann.folder(libraryId, 'Elsewhere');
  const tabs = [await look(bob, `folders=${folderId}`), await look(bob, `folders=${folderId},${folderId}`)];
  const list = { FolderId: folderId };
  const expect = async (event: Event, what: string) => {
    for (const tab of tabs) assert.deepEqual(await tab.next(), event, what);
  };
  await expect(watching(list), 'open');
  const documentId = await ann.document(folderId, 'a.txt', 'a');
  await expect(changed(list), 'upload');
  await ann.api('PATCH', `/api/documents/${documentId}`, { DocumentName: 'b.txt' });
  await expect(changed(list), 'rename');
  await ann.revise(documentId, 'b.txt', 'second');
  await expect(changed(list), 'revision');
  await tagDocument(ann, documentId, [[await makeTagType(ann, libraryId, 'State'), 'Draft']]);
  await expect(changed(list), 'tags');
  await ann.api('PATCH', `/api/documents/${documentId}`, { FolderId: elsewhere });
  await expect(changed(list), 'move away');
  await ann.api('PATCH', `/api/documents/${documentId}`, { FolderId: folderId });
  await expect(changed(list), 'move here');
  await ann.api('DELETE', `/api/documents/${documentId}`);
  await expect(changed(list), 'delete');
  await ann.api('PATCH', `/api/documents/${documentId}/restore`);
  await expect(changed(list), 'restore');
  const { ShareId } = (await ann.api('POST', `/api/documents/${documentId}/share`, { AllowView: true })).body;
  await expect(changed(list), 'link');
  await ann.api('DELETE', `/api/documents/${documentId}/shares/${ShareId}`);
  await expect(changed(list), 'revoked link');
  for (const item of [`documents/${documentId}`, `folders/${folderId}`]) {
    await ann.api('PUT', `/api/${item}/permissions`, [{ UserId: bob.userId, Allow: ['Read'] }]);
    await expect(changed(list), `permission of ${item}`);
  }
  for (const tab of tabs) tab.leave();
});

test('rows of the version that watching begins with are current, and every change raises it', async () => {
  const { ann, libraryId, folderId } = await sharedFolder();
  const lists = [`folders/${folderId}/documents`, `folders/${folderId}/folders`, `libraries/${libraryId}/folders`];
  const versions = async (query: string) =>
    Promise.all(
      lists.map(async (list) => {
        const { headers } = await ann.api('GET', `/api/${list}?${query}`);
        return Number(headers.get('x-list-version') ?? Number.NaN);
      }),
    );
  const watched = async () => {
    const stream = await follow(app.url, ann, {}, `folders=${folderId}&libraries=${libraryId}`);
    const found: number[] = [];
    while (found.length < 2) {
      const { type, data } = await stream.next();
      if (type === 'watching') found[data.FolderId === undefined ? 1 : 0] = data.Version;
    }
    stream.leave();
    return [found[0], ...found];
  };
  const first = await versions('top=10');
  assert.deepEqual(await watched(), first);
  assert.deepEqual(await versions('top=10&filter=a'), first);
  assert.deepEqual(await versions(''), [Number.NaN, Number.NaN, Number.NaN]);
  await ann.document(folderId, 'a.txt');
  await ann.folder(libraryId, 'Other');
  const second = await versions('top=10');
  assert.ok(
    second.every((version, at) => version > (first[at] ?? version)),
    second.join(),
  );
  await app.runJobs();
  assert.deepEqual(await watched(), second, 'The log was added up.');
});

test('changes of child folders are announced in their folder, and those of root folders in their library', async () => {
  const { ann, bob, libraryId, folderId } = await sharedFolder();
  const stream = await look(bob, `folders=${folderId}&libraries=${libraryId}`);
  const places = [{ FolderId: folderId }, { LibraryId: libraryId }];
  assert.deepEqual([await stream.next(), await stream.next()], places.map(watching));
  const childId = await makeChild(ann, folderId, 'Child');
  assert.deepEqual(await stream.next(), changed({ FolderId: folderId }));
  await ann.api('PATCH', `/api/folders/${childId}`, { FolderName: 'Renamed' });
  assert.deepEqual(await stream.next(), changed({ FolderId: folderId }));
  await ann.api('PATCH', `/api/folders/${childId}`, { LibraryId: libraryId });
  const moved = [await stream.next(), await stream.next()];
  assert.deepEqual(new Set(moved), new Set(places.map(changed)), 'moved to the root');
  await ann.api('DELETE', `/api/folders/${childId}`);
  assert.deepEqual(await stream.next(), changed({ LibraryId: libraryId }));
  await app.runJobs();
  await ann.folder(libraryId, 'After the log was added up');
  assert.deepEqual(await stream.next(), changed({ LibraryId: libraryId }));
  stream.leave();
});

test('changes of another process are announced, and changes elsewhere are not', async () => {
  const { ann, bob, libraryId, folderId } = await sharedFolder();
  const { url } = await startSecondApp(app);
  const elsewhere = await ann.folder(libraryId, 'Elsewhere');
  const childId = await makeChild(ann, folderId, 'Child');
  const stream = await look(bob, `folders=${folderId}`, url);
  await stream.next();
  const apart = await look(bob, `folders=${elsewhere}`);
  await apart.next();
  await ann.document(childId, 'below.txt');
  await ann.document(elsewhere, 'elsewhere.txt');
  assert.deepEqual(await apart.next(), changed({ FolderId: elsewhere }));
  await ann.document(folderId, 'here.txt');
  assert.deepEqual(await stream.next(), changed({ FolderId: folderId }));
  // A version that is read once more shows that nothing was left.
  await ann.document(elsewhere, 'again.txt');
  assert.deepEqual(await apart.next(), changed({ FolderId: elsewhere }));
  for (const one of [stream, apart]) one.leave();
});

test('a person without rights, and one of another deployment, learn only that a list is lost', async () => {
  const { ann, stranger, other, libraryId, folderId } = await sharedFolder();
  for (const person of [stranger, other]) {
    const own = person.libraryId;
    const stream = await look(person, `folders=${folderId},${Number.MAX_SAFE_INTEGER}&libraries=${libraryId},${own}`);
    const events = [await stream.next(), await stream.next(), await stream.next(), await stream.next()];
    assert.deepEqual(events.map(({ type }) => type).toSorted(), ['lost', 'lost', 'lost', 'watching']);
    await ann.document(folderId, `${person.name}.txt`);
    await assertOnlyOwn(person, stream);
  }
});

test('a person who loses the right while watching gets one event, and none about later changes', async () => {
  const { ann, bob, folderId } = await sharedFolder();
  const [his, hers] = [
    await look(bob, `folders=${folderId}&libraries=${bob.libraryId}`),
    await look(ann, `folders=${folderId}`),
  ];
  for (const stream of [his, his, hers]) await stream.next();
  await revokeAll(app, bob);
  await ann.document(folderId, 'secret.txt');
  assert.deepEqual(await hers.next(), changed({ FolderId: folderId }));
  assert.deepEqual(await his.next(), { type: 'lost', data: { FolderId: folderId } });
  await ann.document(folderId, 'secret 2.txt');
  assert.deepEqual(await hers.next(), changed({ FolderId: folderId }));
  assert.equal((await bob.api('GET', `/api/folders/${folderId}/documents`)).status, 403);
  await assertOnlyOwn(bob, his);
  hers.leave();
});

/** The next events of the stream are about the person's own library, whatever happened elsewhere before. */
async function assertOnlyOwn(person: Person, stream: { next: () => Promise<Event>; leave: () => void }) {
  for (const name of ['One', 'Two']) {
    await person.folder(person.libraryId, name);
    assert.deepEqual(await stream.next(), changed({ LibraryId: person.libraryId }));
  }
  stream.leave();
}

test('a list is lost soon after the right to read it, without any change in it', async () => {
  const { ann, bob, libraryId, folderId } = await sharedFolder();
  const childId = await makeChild(ann, folderId, 'Child');
  const stream = await look(bob, `folders=${childId}`);
  await stream.next();
  await ann.api('DELETE', `/api/folders/${folderId}`);
  assert.deepEqual(await stream.next(), { type: 'lost', data: { FolderId: childId } }, 'Its parent was deleted.');
  stream.leave();
  const other = await look(bob, `libraries=${libraryId}`);
  await other.next();
  await revokeAll(app, bob);
  assert.deepEqual(await other.next(), { type: 'lost', data: { LibraryId: libraryId } });
  other.leave();
});

test('the end of a stream that lost a list does not end that of others', async () => {
  const { ann, stranger, folderId } = await sharedFolder();
  const lost = await look(stranger, `folders=${folderId}`);
  assert.equal((await lost.next()).type, 'lost');
  const stream = await look(ann, `folders=${folderId}`);
  assert.deepEqual(await stream.next(), watching({ FolderId: folderId }));
  lost.leave();
  for (const name of ['a.txt', 'b.txt', 'c.txt']) {
    await ann.document(folderId, name);
    assert.deepEqual(await stream.next(), changed({ FolderId: folderId }));
  }
  stream.leave();
});

test('ids that are not valid, and more than ten lists, are 400', async () => {
  const { ann } = await app.world();
  for (const query of [
    'folders=a',
    'libraries=0',
    `folders=${Array.from({ length: 11 }, (_, n) => n + 1).join(',')}`,
  ]) {
    const { status } = await ann.api('GET', `/api/notifications/stream?${query}`);
    assert.equal(status, 400, query);
  }
});
