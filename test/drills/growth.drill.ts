/**
 * Pages, rights, shared items, searches and the home page in deployments of 10 000, 100 000 and 1 000 000 documents: too large for every
 * test run. Run it by hand: `script/drill growth`; `GROWTH=10000000` adds a size, which takes
 * 20 GB of space in the temporary folder and about half an hour.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from '../blocks.ts';
import { type Growth, unscopedGrow, unscopedJoin } from '../factories/growth.ts';
import { grant } from '../factories/permissions.ts';
import { unscopedUse } from '../factories/use.ts';
import { type TestApp, startApp } from '../harness.ts';
import type { Person, World } from '../world.ts';

const SIZES = [
  10_000,
  100_000,
  1_000_000,
  ...(process.env['GROWTH'] === undefined ? [] : [Number(process.env['GROWTH'])]),
];
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** The blocks of a request at one size. Allowed: `most`, or `above` the blocks at the first size. */
type Cost = { name: string; blocks: number } & ({ most: number } | { above: number });
type Place = { app: TestApp; w: World; growth: Growth };

const GROUPS = 1000;
/** Entries of people whose rights do not grow with the deployment. */
const FEW = 90;

test('requests read a bounded number of blocks at every size', { timeout: 7_200_000 }, async () => {
  const sizes: Cost[][] = [];
  for (const documents of SIZES) {
    const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });
    const w = await app.world();
    const entries = Math.min(documents / 2, 500_000);
    const growth = await unscopedGrow(app, w, { documents, groups: GROUPS, entries });
    await unscopedJoin(app, w.ann, growth, { groups: 1, entries: FEW });
    await unscopedJoin(app, w.stranger, growth, { groups: GROUPS, entries: FEW });
    const place = { app, w, growth };
    sizes.push([
      ...(await pages(place, documents / 4)),
      ...(await rights(place)),
      ...(await sharedItems(place)),
      ...(await wholes(place)),
      ...(await homePages(place)),
    ]);
  }
  say(`blocks at ${SIZES.join(', ')} documents`);
  for (const [index, { name }] of (sizes[0] ?? []).entries()) {
    say(`${name.padEnd(44)} ${sizes.map((costs) => costs[index]?.blocks).join(', ')}`);
  }
  const [first = []] = sizes;
  const most = (cost: Cost, index: number) => ('most' in cost ? cost.most : (first[index]?.blocks ?? 0) + cost.above);
  const tooMany = sizes.flatMap((costs) => costs.filter((cost, index) => cost.blocks > most(cost, index)));
  assert.deepEqual(tooMany, []);
});

async function read({ app }: Place, person: Person, path: string): Promise<{ blocks: number }> {
  const { blocks, answer } = await blocksOf(app, person, path);
  assert.equal(answer.status, 200, answer.text);
  return { blocks };
}

async function pages(place: Place, skip: number): Promise<Cost[]> {
  const { admin } = place.w;
  const list = `/api/folders/${place.growth.bigFolderId}/documents?top=200&orderBy=`;
  // The second request far down a list remembers its positions.
  for (let i = 0; i < 2; i += 1) await admin.api('GET', `${list}date&skip=${skip}`);
  const page = async (name: string, query: string) => ({
    name: `page ${name}`,
    blocks: (await read(place, admin, `${list}${query}`)).blocks,
    above: 1500,
  });
  return [
    await page('by name', 'name'),
    await page('by date, descending', 'date%20desc'),
    await page('by size', 'size'),
    await page('in the middle, by date', `date&skip=${skip}`),
  ];
}

// The entries on the path are read, whoever has them; they are as many as the entries at all.
async function rights(place: Place): Promise<Cost[]> {
  const { app, w, growth } = place;
  const [row] = await app.sql<{ onPath: number }[]>`
    select count(*)::int as "onPath" from permissions p
    join folders f on f.deployment_id = p.deployment_id and f.folder_id = ${growth.deepFolderId}
    where p.deployment_id = ${w.bob.deploymentId} and p.folder_id = any (f.path)`;
  const deep = await read(place, w.bob, `/api/folders/${growth.deepFolderId}`);
  const shallow = await read(place, w.stranger, `/api/folders/${growth.bigFolderId + 1}`);
  return [
    { name: 'rights at depth 90, 1 000 groups', blocks: deep.blocks, most: 250 + (row?.onPath ?? 0) / 50 },
    { name: 'rights at depth 1, 1 000 groups', blocks: shallow.blocks, above: 50 },
  ];
}

async function sharedItems(place: Place): Promise<Cost[]> {
  const { ann, stranger, bob } = place.w;
  const first = async (person: Person) => (await read(place, person, '/api/users/me/shared?top=50')).blocks;
  for (const person of [ann, stranger]) assert.equal((await listAll(person)).length, FEW);
  const most = 20 * (await listAll(bob)).length + 3 * GROUPS + 3000;
  return [
    { name: `shared items, ${FEW} of 1 group`, blocks: await first(ann), above: 5 * FEW },
    { name: `shared items, ${FEW} of 1 000 groups`, blocks: await first(stranger), above: 5 * FEW },
    { name: 'shared items, most folders, of 1 000 groups', blocks: await first(bob), most },
  ];
}

async function listAll(person: Person): Promise<unknown[]> {
  return (await person.api('GET', '/api/users/me/shared')).body;
}

async function wholes(place: Place): Promise<Cost[]> {
  const { admin } = place.w;
  const search = async (letters: string, query: string) => ({
    name: `search for ${letters}`,
    blocks: (await read(place, admin, `/api/search?top=50&query=${query}`)).blocks,
    most: 60_000,
  });
  return [
    await search('one letter', 'r'),
    await search('two letters', 're'),
    await search('three letters', 'pdf'),
    { name: 'overview', blocks: (await read(place, admin, '/api/admin/overview')).blocks, above: 50 },
  ];
}

// Last, because it changes all documents.
async function homePages(place: Place): Promise<Cost[]> {
  const { app, w, growth } = place;
  await grant(app, w.ann, { libraryId: growth.libraryId }, { allow: ['Read'] });
  await unscopedUse(app, w.ann, w.admin);
  const cost = async (name: string, path: string) => ({ name, blocks: (await read(place, w.ann, path)).blocks });
  return [
    { ...(await cost('recent documents', '/api/users/me/recents?top=50')), above: 1500 },
    // Depends on how many folders the latest thousand changes are in.
    { ...(await cost('home page', '/api/users/me/home')), most: 12_000 },
  ];
}
