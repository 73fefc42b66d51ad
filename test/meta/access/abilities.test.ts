/** Abilities are correct: for every role, an ability is true exactly if its request succeeds (docs/api/permissions.md#abilities). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ABILITIES, type Kind, POLICY } from '../../../src/library/rights/library.policy.ts';
import type { Right } from '../../../src/library/rights/rights.ts';
import { type GrantedOn, grant } from '../../factories/permissions.ts';
import { makeLibrary } from '../../factories/libraries.ts';
import { makeChild } from '../../factories/trees.ts';
import { startApp } from '../../harness.ts';
import type { Person, World } from '../../world.ts';
import { REQUESTS } from './ability-requests.ts';

const app = await startApp();

type Ability = keyof typeof ABILITIES;
const abilities = Object.keys(ABILITIES) as Ability[];
const PLURAL = { library: 'libraries', folder: 'folders', document: 'documents' } as const;

/** Entries of a person on the library, and on the object itself. */
type Entries = { on?: Right[]; denied?: Right[] };
const EVERYTHING: Right[] = ['Read', 'Write', 'Delete', 'Grant'];
const ACTORS: Record<string, Entries> = {
  manager: { on: EVERYTHING },
  editor: { on: ['Read', 'Write'] },
  remover: { on: ['Read', 'Delete'] },
  sharer: { on: ['Read', 'Grant'] },
  viewer: { on: ['Read'] },
  'denied some': { on: EVERYTHING, denied: ['Write', 'Grant'] },
  'denied all': { on: EVERYTHING, denied: ['Read'] },
  stranger: {},
};

type Things = { library: number; folder: number; document: number; top: number };

async function makeThings(owner: Person, library: number): Promise<Things> {
  const top = await owner.folder(library, crypto.randomUUID());
  const folder = await makeChild(owner, top, crypto.randomUUID());
  return { library, top, folder, document: await owner.document(top, `${crypto.randomUUID()}.txt`) };
}

async function enter(actor: Person, things: Things, kind: Kind, { on, denied }: Entries): Promise<void> {
  const object = { [`${kind}Id`]: things[kind] } as GrantedOn;
  if (kind === 'library') return grant(app, actor, object, { allow: on ?? [], deny: denied ?? [] });
  await grant(app, actor, { libraryId: things.library }, { allow: on ?? [] });
  if (denied !== undefined) await grant(app, actor, object, { deny: denied });
}

/** The abilities on the object, and those that the place of its folder states for it; null if the place is refused. */
async function statedAbilities(actor: Person, kind: Kind, things: Things): Promise<Record<Ability, boolean> | null> {
  const { status, body } = await actor.api('GET', `/api/${PLURAL[kind]}/${things[kind]}/place`);
  if (status !== 200) return null;
  if (kind !== 'library') {
    const around = (await actor.api('GET', `/api/folders/${things.top}/place`)).body;
    const key = kind === 'folder' ? 'FolderId' : 'DocumentId';
    const own = around.Exceptions.find((child: Record<string, unknown>) => child[key] === things[kind]);
    const ofItem = own?.Abilities ?? around.ItemAbilities[kind === 'folder' ? 'Folder' : 'Document'];
    assert.deepEqual(ofItem, body.Abilities, 'The place of the folder states other abilities than that of the item.');
  }
  return body.Abilities;
}

/** Objects whose abilities are asked for; a request that takes an object away gets its own. */
async function assertTruth(actor: Person, owner: Person, kind: Kind, make: () => Promise<Things>): Promise<void> {
  const own = await actor.folder(actor.libraryId, crypto.randomUUID());
  const shared = await make();
  const stated = await statedAbilities(actor, kind, shared);
  const requests: Partial<Record<Ability, (typeof REQUESTS)['folder']['Rename']>> = REQUESTS[kind];
  for (const ability of abilities) {
    const send = requests[ability];
    if (send === undefined) {
      assert.equal(ability in POLICY[kind], false, `No request tests ${ability} on a ${kind}.`);
      assert.notEqual(stated?.[ability], true, `${ability} is stated, and a ${kind} has no such operation.`);
      continue;
    }
    const mayGo = ability === 'Move' || ability === 'Trash';
    const id = (mayGo && stated?.[ability] === true ? await make() : shared)[kind];
    const { status, text } = await send(actor, id, own, owner);
    assert.equal(status < 400, stated?.[ability] ?? false, `${ability} on a ${kind} returned ${status}: ${text}`);
    if (status >= 400) assert.equal(status, 403, text);
  }
}

async function people(w: World, owner: Person, name: 'owner' | 'site admin'): Promise<[string, Person, Entries][]> {
  const others = Object.entries(ACTORS).map(async ([actor, entries]): Promise<[string, Person, Entries]> => {
    return [actor, await w.addPerson(`P${crypto.randomUUID()}`), entries];
  });
  // Denials do not bind them.
  return [[name, owner, { denied: EVERYTHING }], ...(await Promise.all(others))];
}

for (const kind of Object.keys(POLICY) as Kind[]) {
  test(`in a personal library, an ability on a ${kind} is true exactly if its request succeeds`, async () => {
    const w = await app.world();
    for (const [name, actor, entries] of await people(w, w.ann, 'owner')) {
      const make = async () => {
        const things = await makeThings(w.ann, w.ann.libraryId);
        await app.sql`delete from permissions where library_id = ${things.library} and user_id = ${actor.userId}`;
        await enter(actor, things, kind, entries);
        return things;
      };
      await assertTruth(actor, w.ann, kind, make).catch((error: unknown) => {
        throw new Error(`The ${name}:`, { cause: error });
      });
    }
  });

  test(`in a corporate library, an ability on a ${kind} is true exactly if its request succeeds`, async () => {
    const w = await app.world();
    for (const [name, actor, entries] of await people(w, w.admin, 'site admin')) {
      const make = async () => {
        const things = await makeThings(w.admin, await makeLibrary(w.admin));
        await enter(actor, things, kind, entries);
        return things;
      };
      await assertTruth(actor, w.admin, kind, make).catch((error: unknown) => {
        throw new Error(`The ${name}:`, { cause: error });
      });
    }
  });
}

test('a site admin has no abilities in the personal library of another', async () => {
  const w = await app.world();
  await assertTruth(w.admin, w.ann, 'document', () => makeThings(w.ann, w.ann.libraryId));
});

test('abilities on items in the trash are true exactly if their requests succeed', async () => {
  const w = await app.world();
  const library = await makeLibrary(w.admin);
  await grant(app, w.bob, { libraryId: library }, { allow: ['Read', 'Delete'] });
  for (const EnablePurging of [false, true]) {
    await w.admin.api('PATCH', '/api/settings', { EnablePurging });
    for (const [trasher, viewer, list] of [
      [w.bob, w.bob, '/api/trash'],
      [w.bob, w.admin, '/api/admin/trash'],
    ] as const) {
      for (const kind of ['folder', 'document'] as const) {
        const id = (await makeThings(w.admin, library))[kind];
        assert.equal((await trasher.api('DELETE', `/api/${PLURAL[kind]}/${id}`)).status, 204);
        await assertTruthInTrash(viewer, list, `/api/${PLURAL[kind]}/${id}`);
      }
    }
    const gone = await makeLibrary(w.admin);
    await w.admin.api('DELETE', `/api/libraries/${gone}`);
    await assertTruthInTrash(w.admin, '/api/trash', `/api/libraries/${gone}`);
  }
});

test('a person who is no longer a site admin has no abilities on a library in their trash', async () => {
  const w = await app.world();
  const former = await w.addPerson('Former', { isSiteAdmin: true });
  const library = await makeLibrary(former);
  await former.api('DELETE', `/api/libraries/${library}`);
  await w.admin.api('PATCH', `/api/users/${former.userId}`, { IsSiteAdmin: false });
  const [item] = (await former.api('GET', '/api/trash')).body;
  assert.deepEqual(item.Abilities, { Restore: false, Purge: false });
  assert.equal((await former.api('PATCH', `/api/libraries/${library}/restore`)).status, 403);
});

// Purges only after it restored, so that both requests find the item.
async function assertTruthInTrash(person: Person, list: string, path: string): Promise<void> {
  const items: { Links: { RestoreUri: string }; Abilities: Record<string, boolean> }[] = (await person.api('GET', list))
    .body;
  const item = items.find(({ Links }) => Links.RestoreUri.endsWith(`${path}/restore`));
  assert.ok(item !== undefined, `${path} is not in ${list}.`);
  const restored = (await person.api('PATCH', `${path}/restore`)).status;
  const purged = (await person.api('DELETE', `${path}?purge=true`)).status;
  assert.deepEqual({ Restore: restored < 400, Purge: purged < 400 }, item.Abilities);
}
