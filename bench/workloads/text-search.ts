import assert from 'node:assert/strict';
import { getRequest, type Target } from '../target.ts';
import { cycle, type Prepared, type Workload } from './workload.ts';

const QUERIES = [
  { suffix: '', title: 'a word that half of the texts have', query: 'common' },
  { suffix: 'a', title: 'two words, in a sixth of the texts together', query: 'common other' },
  { suffix: 'p', title: 'a phrase that a fifth of the texts have', query: '"annual budget"' },
  { suffix: 'b', title: 'the beginning of a word that half of the texts have', query: 'comm*' },
  { suffix: 'r', title: 'a word that 20 texts have', query: 'rare7' },
];

/** Searches inside this many documents of 2 kB of text: the first page, the best first. */
export function textSearches(documents: number): Workload[] {
  return QUERIES.map(({ suffix, title, query }) => ({
    id: `W17${suffix}`,
    title: `search ${title}`,
    unit: 'req/s',
    goal: { must: 0.5 },
    connections: [1, 4],
    seconds: 6,
    prepare: (target) => prepare(target, documents, query),
  }));
}

const planted = new WeakMap<Target, Promise<Record<string, string>>>();

async function prepare(target: Target, documents: number, query: string): Promise<Prepared> {
  const planting = planted.get(target) ?? target.plantTexts(documents);
  planted.set(target, planting);
  const reader = { ...target, headers: await planting };
  const path = `/api/search?top=20&q=${encodeURIComponent(query)}`;
  const answer = await fetch(new URL(path, target.origin), { headers: reader.headers });
  assert.equal(((await answer.json()) as object[]).length, 20, `${target.name} finds another number of documents`);
  return { next: cycle([getRequest(reader, path, null)]) };
}
