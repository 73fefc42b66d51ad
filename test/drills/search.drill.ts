/**
 * Searches of many documents beside plain full-text queries of PostgreSQL, by callers who can read all, half and one percent of
 * them: `script/drill search`. DOCUMENTS (default 1000000) and WORDS of each (default 250, which is 2 kB) change the size.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../factories/permissions.ts';
import { unscopedFillSearch } from '../factories/searchable.ts';
import { type TestApp, startApp } from '../harness.ts';
import type { Person } from '../world.ts';

const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 1_000_000);
const WORDS = Number(process.env['WORDS'] ?? 250);

/** The first page is at least half as fast as the plain query that finds the 20 best. */
const LEAST_RATIO = 0.5;
/** Rounds of each query; fewer of those that take longer than the budget. */
const [ROUNDS, LEAST_ROUNDS, BUDGET_MS] = [40, 3, 15_000];

/** Queries of the search and of PostgreSQL. */
const QUERIES = {
  'common word': ['common', 'common'],
  'rare word': ['rare7', 'rare7'],
  'two words': ['common other', 'common & other'],
  phrase: ['"annual budget"', 'annual <-> budget'],
  'beginning of a word': ['comm*', 'comm:*'],
  'absent word': ['nowhere', 'nowhere'],
} as const;

const say = (line: string) => void process.stdout.write(`${line}\n`);

test(
  'the first page of a search is at least half as fast as a plain ranked query',
  { timeout: 7_200_000 },
  async () => {
    const app = await startApp({}, { own: 'has a million documents' });
    const w = await app.world();
    const { libraryId, halfFolderId, leafFolderId } = await unscopedFillSearch(app, w, {
      documents: DOCUMENTS,
      words: WORDS,
    });
    await indexPlainly(app);
    await grant(app, w.ann, { libraryId }, { allow: ['Read'] });
    await grant(app, w.bob, { folderId: halfFolderId }, { allow: ['Read'] });
    await grant(app, w.stranger, { folderId: leafFolderId }, { allow: ['Read'] });
    const slow: string[] = [];
    say(`${DOCUMENTS} documents of ${WORDS} words; milliseconds p50 / p99`);
    for (const [name, [q, plain]] of Object.entries(QUERIES)) {
      const floor = await timed(async () => rankPlainly(app, plain));
      const callers = { all: w.ann, half: w.bob, 'one percent': w.stranger };
      const times: string[] = [];
      for (const [reach, person] of Object.entries(callers)) {
        const found = await timed(async () => search(person, q));
        times.push(`${reach} ${print(found)}`);
        if (reach === 'all' && floor.p50 / found.p50 < LEAST_RATIO) slow.push(name);
      }
      say(`${name}: plain ${print(floor)}; ${times.join('; ')}`);
    }
    assert.deepEqual(slow, []);
  },
);

async function search(person: Person, q: string): Promise<void> {
  const { status } = await person.api('GET', `/api/search?top=20&q=${encodeURIComponent(q)}`);
  assert.equal(status, 200);
}

// The plain table of documents that the search is compared with: one vector each, one index, no rights.
async function indexPlainly({ sql }: TestApp): Promise<void> {
  await sql`create index plain_words on content_texts using gin (vector)`;
  await sql`vacuum (analyze) content_texts`;
  const [sizes] = await sql<Record<string, string>[]>`
    select pg_size_pretty(pg_relation_size('document_search_words')) as "index of the search",
      pg_size_pretty(pg_table_size('document_search')) as "rows of the search",
      pg_size_pretty(pg_relation_size('plain_words')) as "plain index",
      pg_size_pretty(pg_table_size('content_texts')) as "texts"`;
  for (const [name, size] of Object.entries(sizes ?? {})) say(`${name}: ${size}`);
}

async function rankPlainly({ sql }: TestApp, query: string): Promise<void> {
  await sql`
    select blob_id, ts_rank(vector, ${query}::tsquery) as rank from content_texts where vector @@ ${query}::tsquery
    order by rank desc limit 20`;
}

type Times = { p50: number; p99: number };

async function timed(work: () => Promise<void>): Promise<Times> {
  await work();
  const times: number[] = [];
  const start = performance.now();
  while (times.length < LEAST_ROUNDS || (times.length < ROUNDS && performance.now() - start < BUDGET_MS)) {
    const before = performance.now();
    await work();
    times.push(performance.now() - before);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

const print = ({ p50, p99 }: Times) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
