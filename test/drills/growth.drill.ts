/**
 * Pages, rights, shared items and searches in deployments of 10 000, 100 000 and 1 000 000 documents: too large for every
 * test run. Run it by hand: `script/drill growth`; `GROWTH=10000000` adds a size, which takes
 * 20 GB of space in the temporary folder and about half an hour.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from '../blocks.ts';
import { unscopedGrow } from '../factories/growth.ts';
import { startApp } from '../harness.ts';

const SIZES = [
  10_000,
  100_000,
  1_000_000,
  ...(process.env['GROWTH'] === undefined ? [] : [Number(process.env['GROWTH'])]),
];
const say = (line: string) => void process.stdout.write(`${line}\n`);

test('requests read a bounded number of blocks at every size', { timeout: 7_200_000 }, async () => {
  const costs = new Map<string, number[]>();
  for (const documents of SIZES) {
    const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });
    const w = await app.world();
    const entries = Math.min(documents / 2, 500_000);
    const { bigFolderId, deepFolderId } = await unscopedGrow(app, w, { documents, groups: 1000, entries });
    const list = `/api/folders/${bigFolderId}/documents?top=200&orderBy=`;
    const skip = `&skip=${documents / 4}`;
    // The second request far down a list remembers its positions.
    for (let i = 0; i < 2; i += 1) await w.admin.api('GET', `${list}date${skip}`);
    for (const [name, person, path] of [
      ['page by name', w.admin, `${list}name`],
      ['page by date, descending', w.admin, `${list}date%20desc`],
      ['page by size', w.admin, `${list}size`],
      ['page in the middle, by date', w.admin, `${list}date${skip}`],
      ['rights at depth 90, 1 000 groups', w.bob, `/api/folders/${deepFolderId}`],
      ['shared items, 1 000 groups', w.bob, '/api/users/me/shared?top=50'],
      ['search for one letter', w.admin, '/api/search?top=50&query=r'],
      ['search for two letters', w.admin, '/api/search?top=50&query=re'],
      ['search for three letters', w.admin, '/api/search?top=50&query=pdf'],
      ['overview', w.admin, '/api/admin/overview'],
    ] as const) {
      const { blocks, answer } = await blocksOf(app, person, path);
      assert.equal(answer.status, 200, answer.text);
      costs.set(name, [...(costs.get(name) ?? []), blocks]);
    }
  }
  say(`blocks at ${SIZES.join(', ')} documents`);
  for (const [name, blocks] of costs) say(`${name.padEnd(34)} ${blocks.join(', ')}`);
  for (const [name, [first = 0, ...larger]] of costs) {
    if (name.startsWith('page'))
      assert.ok(
        larger.every((blocks) => blocks <= first + 1500),
        name,
      );
    if (name.startsWith('search'))
      assert.ok(
        larger.every((blocks) => blocks <= 60_000),
        name,
      );
  }
});
