import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant, makeGroup } from '../../../test/factories/permissions.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import type { Client } from '../../../test/client.ts';
import { unpack } from './unpack.fixture.ts';

const app = await startApp();

const zip = (client: Client, body: unknown) => client.api('POST', '/api/folders/zipcontent', body);
const ofFolder = (client: Client, folderId: number) => client.api('GET', `/api/folders/${folderId}/zip`);
const pathsIn = async (client: Client, folderId: number) => Object.keys(await unpack(await ofFolder(client, folderId)));

// Top has a.txt, Open with b.txt, and Closed with c.txt and Closed/Deep with d.txt; Bob may read Top.
async function corporateTree() {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin);
  const top = await w.admin.folder(libraryId, 'Top');
  const [open, closed] = [await makeChild(w.admin, top, 'Open'), await makeChild(w.admin, top, 'Closed')];
  const deep = await makeChild(w.admin, closed, 'Deep');
  const a = await w.admin.document(top, 'a.txt');
  const b = await w.admin.document(open, 'b.txt');
  const c = await w.admin.document(closed, 'c.txt');
  const d = await w.admin.document(deep, 'd.txt');
  await grant(app, w.bob, { folderId: top }, { allow: ['Read'] });
  return { w, libraryId, top, open, closed, deep, a, b, c, d };
}

const ALL = [
  'Top/',
  'Top/Open/',
  'Top/Closed/',
  'Top/Closed/Deep/',
  'Top/a.txt',
  'Top/Open/b.txt',
  'Top/Closed/c.txt',
  'Top/Closed/Deep/d.txt',
];
const WITHOUT_CLOSED = ['Top/', 'Top/Open/', 'Top/a.txt', 'Top/Open/b.txt'];

test('a reader of the folder gets everything in it, by own rights, as owner or as site admin', async () => {
  const { w, top } = await corporateTree();
  assert.deepEqual(await pathsIn(w.bob, top), ALL);
  assert.deepEqual(await pathsIn(w.admin, top), ALL);
});

test('a denied folder is left out with its subtree, whatever is granted there', async () => {
  const { w, top, closed, deep, d } = await corporateTree();
  await grant(app, w.bob, { folderId: closed }, { deny: ['Read'] });
  await grant(app, w.bob, { folderId: deep }, { allow: ['Read', 'Write'] });
  await grant(app, w.bob, { documentId: d }, { allow: ['Read'] });
  assert.deepEqual(await pathsIn(w.bob, top), WITHOUT_CLOSED);
  assert.deepEqual(await pathsIn(w.admin, top), ALL);
  for (const [body, what] of [
    [{ FolderIds: [top, deep] }, 'folder'],
    [{ FolderIds: [top], DocumentIds: [d] }, 'document'],
  ] as const) {
    const refused = await zip(w.bob, body);
    assert.deepEqual([refused.status, refused.body.title], [403, `You lack the right Read on this ${what}.`]);
  }
});

test('denied documents are left out, including those denied to a group', async () => {
  const { w, top, closed, b } = await corporateTree();
  await grant(app, w.bob, { documentId: b }, { deny: ['Read'] });
  await grant(app, await makeGroup(app, w.deploymentId, [w.bob]), { folderId: closed }, { deny: ['Read'] });
  assert.deepEqual(await pathsIn(w.bob, top), ['Top/', 'Top/Open/', 'Top/a.txt']);
});

test('denials of other rights, of other people, and expired ones leave nothing out', async () => {
  const { w, top, closed, open, b } = await corporateTree();
  await grant(app, w.bob, { folderId: closed }, { deny: ['Write', 'Delete', 'Grant'] });
  await grant(app, w.stranger, { folderId: open }, { deny: ['Read'] });
  const expiresAt = new Date(app.clock.now.getTime() + 1000);
  await grant(app, w.bob, { documentId: b }, { deny: ['Read'], expiresAt });
  assert.deepEqual(
    await pathsIn(w.bob, top),
    ALL.filter((path) => !path.includes('b.txt')),
  );
  app.clock.advance(1000);
  assert.deepEqual(await pathsIn(w.bob, top), ALL);
});

test('denials bind neither the owner of a personal library nor site admins in corporate ones', async () => {
  const { w, top, closed, a } = await corporateTree();
  await grant(app, w.admin, { folderId: closed }, { deny: ['Read'] });
  await grant(app, w.admin, { documentId: a }, { deny: ['Read'] });
  assert.deepEqual(await pathsIn(w.admin, top), ALL);
  const own = await w.ann.folder(w.ann.libraryId, 'Own');
  const child = await makeChild(w.ann, own, 'Child');
  await grant(app, w.ann, { folderId: child }, { deny: ['Read'] });
  assert.deepEqual(await pathsIn(w.ann, own), ['Own/', 'Own/Child/']);
  // A site admin who was granted something in a personal library is bound there.
  await grant(app, w.admin, { folderId: own }, { allow: ['Read'] });
  await grant(app, w.admin, { folderId: child }, { deny: ['Read'] });
  assert.deepEqual(await pathsIn(w.admin, own), ['Own/']);
});

test('separately granted items can be requested together, from several libraries', async () => {
  const { w, d, deep } = await corporateTree();
  await grant(app, w.stranger, { documentId: d }, { allow: ['Read'] });
  const own = await w.stranger.folder(w.stranger.libraryId, 'Own');
  const answer = await zip(w.stranger, { DocumentIds: [d], FolderIds: [own] });
  assert.deepEqual(Object.keys(await unpack(answer)), ['Own/', 'd.txt']);
  assert.equal((await zip(w.stranger, { FolderIds: [deep] })).status, 403);
});

test('items in the trash are left out, and requesting one returns 404', async () => {
  const { w, libraryId, top, closed, deep, a, b, c } = await corporateTree();
  await w.admin.api('DELETE', `/api/folders/${closed}`);
  await w.admin.api('DELETE', `/api/documents/${a}`);
  assert.deepEqual(await pathsIn(w.bob, top), ['Top/', 'Top/Open/', 'Top/Open/b.txt']);
  for (const body of [
    { FolderIds: [closed] },
    { FolderIds: [deep] },
    { DocumentIds: [a] },
    { DocumentIds: [c] },
    { FolderIds: [top, deep] },
  ]) {
    assert.equal((await zip(w.bob, body)).status, 404, JSON.stringify(body));
  }
  await w.admin.api('PATCH', `/api/folders/${closed}/restore`);
  await w.admin.api('PATCH', `/api/documents/${a}/restore`);
  assert.deepEqual(await pathsIn(w.bob, top), ALL);
  await w.admin.api('DELETE', `/api/documents/${b}?purge=true`);
  assert.equal((await zip(w.bob, { DocumentIds: [b] })).status, 404);
  await w.admin.api('DELETE', `/api/libraries/${libraryId}`);
  assert.equal((await ofFolder(w.bob, top)).status, 404);
});

test('one unknown id returns 404, before an unreadable one returns 403', async () => {
  const { w, top, a } = await corporateTree();
  const own = await w.other.folder(w.other.libraryId, 'Elsewhere');
  const secret = await w.ann.folder(w.ann.libraryId, 'Secret');
  for (const [body, status, title] of [
    [{ FolderIds: [top, 999_999_999] }, 404, 'There is no such folder.'],
    [{ FolderIds: [top], DocumentIds: [999_999_999] }, 404, 'There is no such document.'],
    [{ FolderIds: [top, own] }, 404, 'There is no such folder.'],
    [{ FolderIds: [top], DocumentIds: [top + 1_000_000] }, 404, 'There is no such document.'],
    [{ FolderIds: [top, secret], DocumentIds: [a] }, 403, 'You lack the right Read on this folder.'],
    [{ FolderIds: [secret, 999_999_999] }, 404, 'There is no such folder.'],
  ] as const) {
    const { status: answered, body: problem } = await zip(w.bob, body);
    assert.deepEqual([answered, problem.title], [status, title], JSON.stringify(body));
  }
});
