import assert from 'node:assert/strict';
import { encodeRequest } from '../client.ts';
import { fetchJson, type Searchable, type Target } from '../target.ts';
import { cycle, type Prepared, type Workload } from './workload.ts';

/** Searching for one value (W10) or two at once (W10b) in a library of this many documents. */
export function searches(documents: number): Workload[] {
  const count = documents.toLocaleString('en').replaceAll(',', ' ');
  const common = { unit: 'req/s', goal: { must: 0.6, aim: 0.8 }, seconds: 3 } as const;
  return [
    {
      ...common,
      id: 'W10',
      title: `search a value in ${count}`,
      prepare: (target) => prepare(target, documents, (index, { number }) => [value(number, String(index))]),
    },
    {
      ...common,
      id: 'W10b',
      title: `search two values in ${count}`,
      prepare: (target) =>
        prepare(target, documents, (index, { color, number }) => [
          value(color, `Color ${index % 10}`),
          value(number, String(index)),
        ]),
    },
  ];
}

type Criterion = { TagTypeId: number; Value: string };
const value = (TagTypeId: number, text: string): Criterion => ({ TagTypeId, Value: text });

const DIFFERENT = 1000;
const planted = new WeakMap<Target, Promise<Searchable>>();

async function prepare(
  target: Target,
  documents: number,
  criteriaOf: (index: number, library: Searchable) => Criterion[],
): Promise<Prepared> {
  const planting = planted.get(target) ?? target.plantTagged(documents);
  planted.set(target, planting);
  const library = await planting;
  const headers = { ...library.headers, 'Content-Type': 'application/json' };
  const path = `/api/libraries/${library.libraryId}/search/systemtags-v2`;
  const bodies = Array.from({ length: DIFFERENT }, (_, index) => JSON.stringify(criteriaOf(index, library)));
  const requests = bodies.map((body) => ({
    bytes: encodeRequest('POST', new URL(path, target.origin), headers, Buffer.from(body)),
    status: 200,
    length: null,
  }));
  await assertFinds(target, path, headers, bodies);
  return { next: cycle(requests) };
}

async function assertFinds(target: Target, path: string, headers: Record<string, string>, bodies: string[]) {
  let total = 0;
  for (const body of bodies.slice(0, 20)) {
    const found = await fetchJson<{ TotalCount: number; Embedded: { Documents: object[] } }>(target, path, {
      method: 'POST',
      headers,
      body,
    });
    assert.equal(found.Embedded.Documents.length, found.TotalCount);
    total += found.TotalCount;
  }
  assert.ok(total > 0, `${target.name} finds nothing`);
}
