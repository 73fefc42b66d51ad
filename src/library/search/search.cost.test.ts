/** The first page of a search reads a bounded number of blocks, however many documents there are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from '../../../test/blocks.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { unscopedFillSearch } from '../../../test/factories/searchable.ts';
import { startApp } from '../../../test/harness.ts';

/** SEARCH_SIZES=10000,100000 SEARCH_WORDS=60 takes minutes, and prints the blocks, milliseconds and totals. */
const SIZES = (process.env['SEARCH_SIZES'] ?? '3000,15000').split(',').map(Number);
const WORDS = Number(process.env['SEARCH_WORDS'] ?? 12);

const QUERIES = ['common', 'rare7', 'common other', '"annual budget"', 'comm*', 'absent'];

/** More than this is a scan of something that grows. */
const MOST = 30_000;

test('a search reads about the same blocks in a small and in a large deployment', async () => {
  const costs = new Map<string, { blocks: number; ms: number; total: string | null; isCut: boolean }[]>();
  for (const documents of SIZES) {
    const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });
    const w = await app.world();
    const { libraryId, halfFolderId, leafFolderId } = await unscopedFillSearch(app, w, { documents, words: WORDS });
    await grant(app, w.ann, { libraryId }, { allow: ['Read'] });
    await grant(app, w.bob, { folderId: halfFolderId }, { allow: ['Read'] });
    await grant(app, w.stranger, { folderId: leafFolderId }, { allow: ['Read'] });
    const callers = { all: w.ann, half: w.bob, 'one percent': w.stranger };
    for (const [name, person] of Object.entries(callers)) {
      for (const q of QUERIES) {
        const path = `/api/search?top=20&q=${encodeURIComponent(q)}`;
        const start = performance.now();
        const { status, headers } = await person.api('GET', path);
        const ms = Math.round(performance.now() - start);
        assert.equal(status, 200);
        const { blocks } = await blocksOf(app, person, path);
        const cost = { blocks, ms, total: headers.get('x-total-count'), isCut: headers.has('x-search-incomplete') };
        costs.set(`${name}: ${q}`, [...(costs.get(`${name}: ${q}`) ?? []), cost]);
      }
    }
  }
  const lines = [...costs].map(
    ([name, of]) => `${name}: ${of.map((cost) => Object.values(cost).join(' ')).join(' | ')}`,
  );
  if (process.env['SEARCH_SIZES'] !== undefined) process.stdout.write(`${lines.join('\n')}\n`);
  for (const [name, of] of costs) {
    const [first, ...others] = of.map(({ blocks }) => blocks);
    for (const blocks of others) {
      assert.ok(
        blocks <= MOST && blocks <= (first ?? 0) * 2 + 8_000,
        `${name}: ${first} and ${blocks}\n${lines.join('\n')}`,
      );
    }
  }
});
