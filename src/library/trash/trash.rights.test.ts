/** Rights to restore and purge every kind of item in personal and corporate libraries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant, makeGroup, revokeAll } from '../../../test/factories/permissions.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import type { Client } from '../../../test/client.ts';
import type { World } from '../../../test/world.ts';
import type { Right } from '../rights/rights.ts';

const app = await startApp();

type Item = { path: string; on: { folderId: number } | { documentId: number }; parentId: number; libraryId: number };

/** Moves the item to the trash, changes rights, and returns the person who restores and purges it. */
type Case = (w: World, item: Item) => Promise<Client>;

const given =
  (...allow: Right[]): Case =>
  async (w, item) => {
    await discard(ownerOf(w, item), item);
    await grant(app, w.bob, { folderId: item.parentId }, { allow });
    return w.bob;
  };

const CASES: Record<string, { personal: number; corporate: number; by: Case }> = {
  'the owner of the personal library, or the site admin': {
    personal: 200,
    corporate: 200,
    by: async (w, item) => {
      await discard(ownerOf(w, item), item);
      return ownerOf(w, item);
    },
  },
  'a site admin who was granted nothing': {
    personal: 403,
    corporate: 200,
    by: async (w, item) => {
      await discard(ownerOf(w, item), item);
      return w.addPerson(`Admin-${crypto.randomUUID()}`, { isSiteAdmin: true });
    },
  },
  'somebody with Delete': { personal: 200, corporate: 200, by: given('Delete') },
  'somebody with Delete through a group': {
    personal: 200,
    corporate: 200,
    by: async (w, item) => {
      await discard(ownerOf(w, item), item);
      await grant(
        app,
        await makeGroup(app, w.deploymentId, [w.bob]),
        { folderId: item.parentId },
        { allow: ['Delete'] },
      );
      return w.bob;
    },
  },
  'somebody with Write and Grant, but not Delete': { personal: 403, corporate: 403, by: given('Write', 'Grant') },
  'somebody with Read': { personal: 403, corporate: 403, by: given('Read') },
  'somebody with Delete above that is denied on the item': {
    personal: 403,
    corporate: 403,
    by: async (w, item) => {
      await grant(app, w.bob, item.on, { deny: ['Delete'] });
      return given('Delete')(w, item);
    },
  },
  'somebody with Delete who is denied Read': {
    personal: 403,
    corporate: 403,
    by: async (w, item) => {
      await grant(app, w.bob, item.on, { deny: ['Read'] });
      return given('Delete')(w, item);
    },
  },
  'who deleted it and has lost all rights since': {
    personal: 200,
    corporate: 200,
    by: async (w, item) => {
      await grant(app, w.bob, { folderId: item.parentId }, { allow: ['Delete'] });
      await discard(w.bob, item);
      await revokeAll(app, w.bob);
      return w.bob;
    },
  },
  'who had deleted it before, when it was restored and deleted by another': {
    personal: 403,
    corporate: 403,
    by: async (w, item) => {
      await grant(app, w.bob, { folderId: item.parentId }, { allow: ['Delete'] });
      await discard(w.bob, item);
      await revokeAll(app, w.bob);
      assert.equal((await ownerOf(w, item).api('PATCH', `${item.path}/restore`)).status, 200);
      await discard(ownerOf(w, item), item);
      return w.bob;
    },
  },
  'a stranger': { personal: 403, corporate: 403, by: given() },
  'a site admin of another deployment': {
    personal: 404,
    corporate: 404,
    by: async (w, item) => {
      await discard(ownerOf(w, item), item);
      return w.other;
    },
  },
  nobody: {
    personal: 401,
    corporate: 401,
    by: async (w, item) => {
      await discard(ownerOf(w, item), item);
      return w.anonymous;
    },
  },
};

for (const place of ['personal', 'corporate'] as const) {
  for (const kind of ['document', 'folder'] as const) {
    for (const [who, { by, ...statuses }] of Object.entries(CASES)) {
      const status = statuses[place];
      test(`${who} restoring and purging a ${kind} of a ${place} library: ${status}`, async () => {
        const w = await app.world();
        const restored = await make(w, place, kind);
        assert.equal((await (await by(w, restored)).api('PATCH', `${restored.path}/restore`)).status, status);
        const purged = await make(w, place, kind);
        const person = await by(w, purged);
        const path = `${purged.path}?purge=true`;
        if (status === 200) {
          await w.admin.api('PATCH', '/api/settings', { EnablePurging: false });
          assert.equal((await person.api('DELETE', path)).status, 403);
          await w.admin.api('PATCH', '/api/settings', { EnablePurging: true });
        }
        assert.equal((await person.api('DELETE', path)).status, status === 200 ? 204 : status);
      });
    }
  }
}

test('only site admins restore and purge a corporate library, whatever rights are granted', async () => {
  const w = await app.world();
  const demoted = await w.addPerson(`Admin-${crypto.randomUUID()}`, { isSiteAdmin: true });
  for (const [person, status] of [
    [w.bob, 403],
    [demoted, 403],
    [w.stranger, 403],
    [w.other, 404],
    [w.anonymous, 401],
    [w.admin, 200],
  ] as const) {
    for (const purges of [false, true]) {
      const path = `/api/libraries/${await makeLibrary(w.admin)}`;
      await grant(app, w.bob, { libraryId: Number(path.split('/').at(-1)) }, { allow: ['Write', 'Delete', 'Grant'] });
      // The deleter can restore it only while being a site admin.
      await app.sql`update users set is_site_admin = true where user_id = ${demoted.userId}`;
      assert.equal((await demoted.api('DELETE', path)).status, 204);
      await app.sql`update users set is_site_admin = false where user_id = ${demoted.userId}`;
      const answer = purges
        ? await person.api('DELETE', `${path}?purge=true`)
        : await person.api('PATCH', `${path}/restore`);
      assert.equal(answer.status, purges && status === 200 ? 204 : status);
    }
  }
});

test('a personal library can be neither deleted nor purged by anybody', async () => {
  const w = await app.world();
  for (const person of [w.ann, w.admin]) {
    for (const [method, path] of [
      ['DELETE', ''],
      ['DELETE', '?purge=true'],
      ['PATCH', '/restore'],
    ] as const) {
      assert.equal((await person.api(method, `/api/libraries/${w.ann.libraryId}${path}`)).status, 403);
      assert.equal((await w.admin.api(method, `/api/libraries/${w.admin.libraryId}${path}`)).status, 403);
    }
  }
});

test('without rights an item can be restored in place only; with Read, also into a writable folder', async () => {
  for (const kind of ['document', 'folder'] as const) {
    const w = await app.world();
    const item = await make(w, 'corporate', kind);
    const mine = await w.bob.folder(w.bob.libraryId, 'Mine');
    await grant(app, w.bob, { folderId: item.parentId }, { allow: ['Delete'] });
    await discard(w.bob, item);
    await revokeAll(app, w.bob);
    const into = `${item.path}/restore?into=${mine}`;
    assert.equal((await w.bob.api('PATCH', into)).status, 403);
    await grant(app, w.bob, item.on, { allow: ['Read'] });
    assert.equal((await w.bob.api('PATCH', into)).status, 200);
  }
});

async function make(w: World, place: 'personal' | 'corporate', kind: 'document' | 'folder'): Promise<Item> {
  const person = place === 'personal' ? w.ann : w.admin;
  const libraryId = place === 'personal' ? w.ann.libraryId : await makeLibrary(w.admin);
  const parentId = await person.folder(libraryId, crypto.randomUUID());
  if (kind === 'folder') {
    const folderId = await makeChild(person, parentId, 'Item');
    return { path: `/api/folders/${folderId}`, on: { folderId }, parentId, libraryId };
  }
  const documentId = await person.document(parentId, 'item.txt');
  return { path: `/api/documents/${documentId}`, on: { documentId }, parentId, libraryId };
}

function ownerOf(w: World, { libraryId }: Item) {
  return libraryId === w.ann.libraryId ? w.ann : w.admin;
}

async function discard(person: Client, { path }: Item): Promise<void> {
  assert.equal((await person.api('DELETE', path)).status, 204);
}
