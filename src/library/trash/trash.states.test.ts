/** Every operation on every kind of item in every state: in the library, in the trash in each way, and purged. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import type { Client } from '../../../test/client.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person, World } from '../../../test/world.ts';

const app = await startApp();

/** The event of an item: on itself, on its parent's folder, or on its library. */
type Step = [on: 'item' | 'above' | 'library', how: 'trash' | 'purge'];

/** The statuses for a person with all rights, in the order of OPERATIONS. */
const STATES: Record<string, { steps: Step[]; statuses: number[] }> = {
  'is in no trash': { steps: [], statuses: [200, 204, 409, 409, 204, 409] },
  'was deleted itself': { steps: [['item', 'trash']], statuses: [404, 404, 200, 200, 204, 204] },
  'lies below a deleted folder': { steps: [['above', 'trash']], statuses: [404, 404, 409, 200, 204, 204] },
  'lies in a deleted library': { steps: [['library', 'trash']], statuses: [404, 404, 409, 200, 204, 204] },
  'was deleted itself, and a folder above it later': {
    steps: [
      ['item', 'trash'],
      ['above', 'trash'],
    ],
    statuses: [404, 404, 409, 200, 204, 204],
  },
  'was purged': { steps: [['item', 'purge']], statuses: [404, 404, 404, 404, 404, 404] },
  'was deleted and purged': {
    steps: [
      ['item', 'trash'],
      ['item', 'purge'],
    ],
    statuses: [404, 404, 404, 404, 404, 404],
  },
  'lies below a purged folder': { steps: [['above', 'purge']], statuses: [404, 404, 404, 404, 404, 404] },
  'lies in a purged library': { steps: [['library', 'purge']], statuses: [404, 404, 404, 404, 404, 404] },
};

const OPERATIONS = [
  ['GET', ''],
  ['DELETE', ''],
  ['PATCH', '/restore'],
  ['PATCH', '/restore?into='],
  ['DELETE', '?purge=true'],
  ['DELETE', '?purge=true&onlyInTrash=true'],
] as const;

type Item = { path: string; safeId: number };

for (const place of ['personal', 'corporate'] as const) {
  for (const kind of ['document', 'folder'] as const) {
    for (const [state, { steps, statuses }] of Object.entries(STATES)) {
      // Nobody deletes or purges a personal library.
      if (place === 'personal' && steps.some(([on]) => on === 'library')) continue;
      test(`a ${kind} of a ${place} library that ${state}: read, delete, restore, restore elsewhere, purge, purge in trash only`, async () => {
        const w = await app.world();
        const owner = place === 'personal' ? w.ann : w.admin;
        const make = () => makeItem(w, owner, { kind, steps });
        await assertRefusals(w, await make(), statuses);
        for (const [i, expected] of statuses.entries()) {
          assert.equal(await statusOf(owner, await make(), i), expected, OPERATIONS[i]?.join(' '));
        }
      });
    }
  }
}

test('a library that is in no trash, that was deleted, that was purged: read, delete, restore, purge, purge in trash only', async () => {
  const operations = [0, 1, 2, 4, 5];
  for (const [steps, statuses] of [
    [[], [200, 204, 409, 204, 409]],
    [['trash'], [404, 404, 200, 204, 204]],
    [['purge'], [404, 404, 404, 404, 404]],
    [
      ['trash', 'purge'],
      [404, 404, 404, 404, 404],
    ],
  ] as const) {
    const w = await app.world();
    for (const [i, expected] of statuses.entries()) {
      const path = `/api/libraries/${await makeLibrary(w.admin)}`;
      for (const how of steps) await discard(w.admin, path, how);
      const operation = operations[i] ?? 0;
      assert.equal(await statusOf(w.other, { path, safeId: 0 }, operation), 404);
      assert.equal(await statusOf(w.admin, { path, safeId: 0 }, operation), expected, OPERATIONS[operation]?.join(' '));
    }
  }
});

test('the into target must be an id (400), of this deployment (404), outside the trash (404), with Write (403)', async () => {
  for (const kind of ['document', 'folder']) {
    const w = await app.world();
    const { path } = await makeItem(w, w.ann, { kind, steps: [['item', 'trash']] });
    const foreignId = await w.other.folder(w.other.libraryId, 'Foreign');
    const othersId = await w.bob.folder(w.bob.libraryId, 'Others');
    const gone = await makeItem(w, w.ann, { kind: 'folder', steps: [['above', 'trash']] });
    const purged = await makeItem(w, w.ann, { kind: 'folder', steps: [['item', 'purge']] });
    const idOf = (item: Item) => item.path.split('/').at(-1);
    for (const [into, status] of [
      ['abc', 400],
      ['-1', 400],
      ['0', 400],
      ['1.5', 400],
      ['9223372036854775808', 400],
      [foreignId, 404],
      ['999999999', 404],
      [idOf(gone), 404],
      [idOf(purged), 404],
      [othersId, 403],
    ] as const) {
      assert.equal((await w.ann.api('PATCH', `${path}/restore?into=${into}`)).status, status, `${kind} into ${into}`);
    }
    assert.equal((await w.ann.api('PATCH', `${path}/restore`)).status, 200);
  }
});

// Refused are strangers (403; 404 where nobody finds anything), other deployments (404), and purging while it is off.
async function assertRefusals(w: World, item: Item, statuses: number[]): Promise<void> {
  for (const [i, allowed] of statuses.entries()) {
    const what = OPERATIONS[i]?.join(' ');
    assert.equal(await statusOf(w.stranger, item, i), allowed === 404 ? 404 : 403, `a stranger's ${what}`);
    assert.equal(await statusOf(w.other, item, i), 404, `another deployment's ${what}`);
  }
  await w.admin.api('PATCH', '/api/settings', { EnablePurging: false });
  const refused = statuses[4] === 404 ? 404 : 403;
  for (const person of [w.ann, w.admin]) assert.equal(await statusOf(person, item, 4), refused);
  await w.admin.api('PATCH', '/api/settings', { EnablePurging: true });
}

async function makeItem(w: World, owner: Person, { kind, steps }: { kind: string; steps: Step[] }): Promise<Item> {
  const libraryId = owner === w.ann ? w.ann.libraryId : await makeLibrary(owner);
  const aboveId = await owner.folder(libraryId, crypto.randomUUID());
  const parentId = await makeChild(owner, aboveId, 'Parent');
  const isFolder = kind === 'folder';
  const path = isFolder
    ? `/api/folders/${await makeChild(owner, parentId, 'Item')}`
    : `/api/documents/${await owner.document(parentId, 'item.txt')}`;
  const safeId = await owner.folder(owner.libraryId, crypto.randomUUID());
  const paths = { item: path, above: `/api/folders/${aboveId}`, library: `/api/libraries/${libraryId}` };
  for (const [on, how] of steps) await discard(owner, paths[on], how);
  return { path, safeId };
}

async function discard(person: Person, path: string, how: 'trash' | 'purge'): Promise<void> {
  assert.equal((await person.api('DELETE', how === 'purge' ? `${path}?purge=true` : path)).status, 204);
}

async function statusOf(person: Client, { path, safeId }: Item, operation: number): Promise<number> {
  const [method, suffix] = OPERATIONS[operation] ?? OPERATIONS[0];
  const { status } = await person.api(method, `${path}${suffix}${suffix.endsWith('=') ? safeId : ''}`);
  return status;
}
