import assert from 'node:assert/strict';
import { fetchBytes, getRequest } from '../target.ts';
import type { Target } from '../target.ts';
import type { Prepared, Workload } from './workload.ts';

const TOP = 200;
const planted = new WeakMap<Target, Promise<number>>();

/** Pages of a folder of this many documents: the first and one in the middle, in each order. */
export function pages(documents: number): Workload[] {
  const middle = `skip=${documents / 2}`;
  const count = documents.toLocaleString('en').replaceAll(',', ' ');
  const paging = (id: string, what: string, query: string): Workload => ({
    id,
    title: `${what} of ${count} documents`,
    unit: 'req/s',
    goal: { rate: 400 },
    seconds: 3,
    prepare: (target) => prepare(target, documents, `top=${TOP}&${query}`),
  });
  return [
    paging('W12', 'first page', 'orderBy=name'),
    paging('W12m', 'middle page', `orderBy=name&${middle}`),
    paging('W12d', 'first page by date', 'orderBy=date'),
    paging('W12dm', 'middle page by date', `orderBy=date&${middle}`),
    paging('W12s', 'first page by size', 'orderBy=size%20desc'),
    paging('W12sm', 'middle page by size', `orderBy=size%20desc&${middle}`),
  ];
}

async function prepare(target: Target, documents: number, query: string): Promise<Prepared> {
  const planting = planted.get(target) ?? target.plantList(documents);
  planted.set(target, planting);
  const path = `/api/folders/${await planting}/documents?${query}`;
  const answer = await fetchBytes(target, path);
  assert.equal((JSON.parse(answer.toString()) as object[]).length, TOP, `${target.name} lists another page`);
  const request = getRequest(target, path, answer.length);
  return { next: () => request };
}
