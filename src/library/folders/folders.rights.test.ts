/** Rights on folders, through every kind of grant. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { type GrantedOn, grant, makeGroup } from '../../../test/factories/permissions.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import type { Right } from '../rights/rights.ts';

const app = await startApp();

const ALL: Right[] = ['Read', 'Write', 'Delete', 'Grant'];

type Tree = { libraryId: number; folderId: number; childId: number; targetId: number };
type Operation = [method: string, path: (tree: Tree) => string, body: (tree: Tree) => unknown, success: number];

const none = () => undefined;

// Each with the rights that it requires on the folder; bob can write at the target.
const OPERATIONS: Record<string, { required: Right[]; operation: Operation }> = {
  'getting a folder': { required: ['Read'], operation: ['GET', (t) => `/api/folders/${t.folderId}`, none, 200] },
  'listing the folders of a folder': {
    required: ['Read'],
    operation: ['GET', (t) => `/api/folders/${t.folderId}/folders`, none, 200],
  },
  'listing the documents of a folder': {
    required: ['Read'],
    operation: ['GET', (t) => `/api/folders/${t.folderId}/documents`, none, 200],
  },
  'embedding the children of a folder': {
    required: ['Read'],
    operation: ['GET', (t) => `/api/folders/${t.folderId}?embed=f,d`, none, 200],
  },
  'getting a folder below its library': {
    required: ['Read'],
    operation: ['GET', (t) => `/api/libraries/${t.libraryId}/folders/${t.folderId}`, none, 200],
  },
  'getting a child below its folder': {
    required: ['Read'],
    operation: ['GET', (t) => `/api/folders/${t.folderId}/folders/${t.childId}`, none, 200],
  },
  'creating a folder in a folder': {
    required: ['Write'],
    operation: ['POST', (t) => `/api/folders/${t.folderId}/folders`, () => ({ FolderName: 'New' }), 201],
  },
  'renaming a folder': {
    required: ['Write'],
    operation: ['PATCH', (t) => `/api/folders/${t.folderId}`, () => ({ FolderName: 'N' }), 200],
  },
  'moving a folder': {
    required: ['Write', 'Delete'],
    operation: ['PATCH', (t) => `/api/folders/${t.folderId}`, (t) => ({ ParentFolderId: t.targetId }), 200],
  },
  'deleting a folder': { required: ['Delete'], operation: ['DELETE', (t) => `/api/folders/${t.folderId}`, none, 204] },
  'purging a folder': {
    required: ['Delete'],
    operation: ['DELETE', (t) => `/api/folders/${t.folderId}?purge=true`, none, 204],
  },
};

async function freshTree() {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin);
  const folderId = await w.admin.folder(libraryId, 'Folder');
  const childId = await makeChild(w.admin, folderId, 'Child');
  const targetId = await w.bob.folder(w.bob.libraryId, 'Target');
  return { w, tree: { libraryId, folderId, childId, targetId } };
}

async function tryIt(person: Person, tree: Tree, [method, path, body]: Operation): Promise<number> {
  return (await person.api(method, path(tree), body(tree))).status;
}

for (const [name, { required, operation }] of Object.entries(OPERATIONS)) {
  test(`${name} requires ${required.join(' and ')}, and nothing else is enough`, async () => {
    const success = operation[3];
    const lacking = ALL.filter((right) => !required.includes(right));
    // Write, Delete and Grant imply Read.
    const implied = required.length === 1 && required[0] === 'Read';
    const { w, tree } = await freshTree();
    assert.equal(await tryIt(w.stranger, tree, operation), 403);
    assert.equal(await tryIt(w.other, tree, operation), 404);
    assert.equal((await w.anonymous.api(operation[0], operation[1](tree), operation[2](tree))).status, 401);
    await grant(app, w.ann, { folderId: tree.folderId }, { allow: lacking });
    assert.equal(await tryIt(w.ann, tree, operation), implied ? success : 403);
    await grant(app, w.bob, { folderId: tree.folderId }, { allow: required });
    assert.equal(await tryIt(w.bob, tree, operation), success);
  });
}

test('each right alone is enough for reading and allows only its own operations', async () => {
  for (const right of ALL) {
    for (const [name, { required, operation }] of Object.entries(OPERATIONS)) {
      if (required.length > 1) continue;
      const { w, tree } = await freshTree();
      await grant(app, w.bob, { folderId: tree.folderId }, { allow: [right] });
      const expected = required.includes(right) || required.includes('Read') ? operation[3] : 403;
      assert.equal(await tryIt(w.bob, tree, operation), expected, `${right}: ${name}`);
    }
  }
});

test('a right is inherited from the library and every folder above', async () => {
  const { w, tree } = await freshTree();
  const deepId = await makeChild(w.admin, tree.childId, 'Deep');
  const places: GrantedOn[] = [{ libraryId: tree.libraryId }, { folderId: tree.folderId }, { folderId: tree.childId }];
  for (const [i, place] of places.entries()) {
    const person = await w.addPerson(`Reader${i}`);
    await grant(app, person, place, { allow: ['Read'] });
    assert.equal((await person.api('GET', `/api/folders/${deepId}`)).status, 200);
    assert.equal((await person.api('DELETE', `/api/folders/${deepId}`)).status, 403);
  }
  // A grant below grants nothing above.
  assert.equal((await w.bob.api('GET', `/api/folders/${tree.folderId}`)).status, 403);
  await grant(app, w.bob, { folderId: tree.childId }, { allow: ALL });
  assert.equal((await w.bob.api('GET', `/api/folders/${tree.folderId}`)).status, 403);
  assert.equal((await w.bob.api('GET', `/api/libraries/${tree.libraryId}`)).status, 403);
});

test('rights of several entries add up, and members get those of their group', async () => {
  const { w, tree } = await freshTree();
  const group = await makeGroup(app, w.deploymentId, [w.bob]);
  await grant(app, group, { libraryId: tree.libraryId }, { allow: ['Write'] });
  assert.equal((await w.bob.api('DELETE', `/api/folders/${tree.childId}`)).status, 403);
  await grant(app, w.bob, { folderId: tree.folderId }, { allow: ['Delete'] });
  assert.equal((await w.bob.api('PATCH', `/api/folders/${tree.childId}`, { FolderName: 'X' })).status, 200);
  assert.equal((await w.bob.api('DELETE', `/api/folders/${tree.childId}`)).status, 204);
  assert.equal((await w.ann.api('GET', `/api/folders/${tree.folderId}`)).status, 403);
});

test('a denial overrides every grant: above, below, direct or by a group', async () => {
  for (const [granted, denied, byGroup] of [
    ['libraryId', 'folderId', false],
    ['folderId', 'libraryId', false],
    ['folderId', 'folderId', true],
    ['libraryId', 'libraryId', true],
  ] as const) {
    const { w, tree } = await freshTree();
    const group = await makeGroup(app, w.deploymentId, [w.bob]);
    const on = (place: 'libraryId' | 'folderId'): GrantedOn =>
      place === 'libraryId' ? { libraryId: tree.libraryId } : { folderId: tree.folderId };
    await grant(app, w.bob, on(granted), { allow: ALL });
    await grant(app, byGroup ? group : w.bob, on(denied), { deny: ['Delete'] });
    assert.equal((await w.bob.api('DELETE', `/api/folders/${tree.childId}`)).status, 403);
    assert.equal((await w.bob.api('PATCH', `/api/folders/${tree.childId}`, { FolderName: 'X' })).status, 200);
  }
});

test('a denied Read removes Write, Delete and Grant as well', async () => {
  const { w, tree } = await freshTree();
  await grant(app, w.bob, { libraryId: tree.libraryId }, { allow: ALL });
  await grant(app, w.bob, { folderId: tree.folderId }, { deny: ['Read'] });
  for (const [name, { operation }] of Object.entries(OPERATIONS)) {
    assert.equal(await tryIt(w.bob, tree, operation), 403, name);
  }
  assert.equal((await w.bob.api('GET', `/api/folders/${tree.childId}`)).status, 403);
  assert.deepEqual((await w.bob.api('GET', `/api/libraries/${tree.libraryId}/folders`)).body, []);
});

test('an entry ends at its time: grants no longer open, denials no longer block', async () => {
  const { w, tree } = await freshTree();
  const expiresAt = new Date(app.clock.now.getTime() + 60_000);
  await grant(app, w.ann, { folderId: tree.folderId }, { allow: ALL, expiresAt });
  await grant(app, w.bob, { libraryId: tree.libraryId }, { allow: ALL });
  await grant(app, w.bob, { folderId: tree.folderId }, { deny: ['Read'], expiresAt });
  const status = async (person: Person) => (await person.api('GET', `/api/folders/${tree.folderId}`)).status;
  app.clock.advance(59_999);
  assert.deepEqual([await status(w.ann), await status(w.bob)], [200, 403]);
  app.clock.advance(1);
  assert.deepEqual([await status(w.ann), await status(w.bob)], [403, 200]);
  assert.equal((await w.bob.api('GET', `/api/libraries/${tree.libraryId}/folders`)).body.length, 1);
});

test('denials bind neither the owner of a personal library nor a site admin in a corporate one', async () => {
  const { w, tree } = await freshTree();
  await grant(app, w.admin, { folderId: tree.folderId }, { deny: ALL });
  assert.equal((await w.admin.api('GET', `/api/folders/${tree.folderId}`)).status, 200);
  const mine = await w.ann.folder(w.ann.libraryId, 'Mine');
  await grant(app, w.ann, { folderId: mine }, { deny: ALL });
  assert.equal((await w.ann.api('GET', `/api/folders/${mine}`)).status, 200);
  assert.equal((await w.ann.api('GET', `/api/libraries/${w.ann.libraryId}/folders`)).body.length, 1);
});

test("a site admin has only granted rights in another person's library", async () => {
  const { w } = await freshTree();
  const folderId = await w.ann.folder(w.ann.libraryId, 'Private');
  for (const path of [`/api/libraries/${w.ann.libraryId}`, `/api/folders/${folderId}`]) {
    assert.equal((await w.admin.api('GET', path)).status, 403);
  }
  await grant(app, w.admin, { folderId }, { allow: ['Read'] });
  assert.equal((await w.admin.api('GET', `/api/folders/${folderId}`)).status, 200);
  assert.equal((await w.admin.api('DELETE', `/api/folders/${folderId}`)).status, 403);
});

test('creating in a library requires Write on it and on every existing level of the path', async () => {
  const { w, tree } = await freshTree();
  const place = `/api/libraries/${tree.libraryId}/folders`;
  await grant(app, w.ann, { libraryId: tree.libraryId }, { allow: ['Read', 'Delete', 'Grant'] });
  assert.equal((await w.ann.api('POST', place, { FolderName: 'New' })).status, 403);
  await grant(app, w.bob, { libraryId: tree.libraryId }, { allow: ['Write'] });
  assert.equal((await w.bob.api('POST', place, { FolderName: 'New' })).status, 201);
  await grant(app, w.bob, { folderId: tree.folderId }, { deny: ['Write'] });
  assert.equal((await w.bob.api('POST', place, { FolderPath: 'Folder\\Child\\New' })).status, 403);
  await grant(app, w.stranger, { folderId: tree.folderId }, { allow: ['Write'] });
  assert.equal((await w.stranger.api('POST', place, { FolderPath: 'Folder\\New' })).status, 403);
});

test('a move requires Write at the target', async () => {
  const { w, tree } = await freshTree();
  const targetId = await w.admin.folder(tree.libraryId, 'Elsewhere');
  await grant(app, w.bob, { folderId: tree.folderId }, { allow: ALL });
  await grant(app, w.bob, { folderId: targetId }, { allow: ['Read', 'Delete', 'Grant'] });
  const path = `/api/folders/${tree.folderId}`;
  for (const body of [{ ParentFolderId: targetId }, { LibraryId: tree.libraryId }]) {
    assert.equal((await w.bob.api('PATCH', path, body)).status, 403);
  }
});
