/** Archives of a folder: many small documents, and a few large ones. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sharedDocuments } from '../documents.ts';
import { encodeRequest } from '../client.ts';
import { getRequest, type Target } from '../target.ts';
import type { Prepared, Workload } from './workload.ts';

const LARGE = 256 * 1024 ** 2;
const common = { unit: 'MB/s', seconds: 4, connections: [1] } as const;

export const archives: Workload[] = [
  {
    id: 'W8s',
    title: 'archive of 1 000 × 20 KiB',
    goal: { must: 0.67 },
    prepare: async (target) => prepare(target, (await sharedDocuments(target)).folderId),
    ...common,
  },
  {
    id: 'W8b',
    title: 'archive of 4 × 256 MiB',
    goal: { must: 0.9 },
    prepare: async (target) => prepare(target, await largeFolder(target)),
    ...common,
  },
];

async function prepare(target: Target, folderId: number): Promise<Prepared> {
  const request =
    target.name === 'Carrel' ? zipContent(target, folderId) : getRequest(target, `/floor/zip/${folderId}`, null);
  return { next: () => request, verify: () => tellFirstByte(target, folderId) };
}

function zipContent(target: Target, folderId: number) {
  const headers = { ...target.headers, 'Content-Type': 'application/json' };
  const body = Buffer.from(JSON.stringify({ ZipFileName: 'bench.zip', FolderIds: [folderId], DocumentIds: [] }));
  const url = new URL('/api/folders/zipcontent', target.origin);
  return { bytes: encodeRequest('POST', url, headers, body), status: 200, length: null };
}

const FIRST_BYTES = 11;

// The first request of a process loads modules on both sides, so the median is representative.
async function tellFirstByte(target: Target, folderId: number): Promise<void> {
  if (target.name !== 'Carrel') return;
  const times: number[] = [];
  while (times.length < FIRST_BYTES) {
    times.push(await timeFirstByte(target, folderId));
    // Lets the previous request's work finish.
    await sleep(100);
  }
  const median = times.sort((a, b) => a - b)[Math.floor(FIRST_BYTES / 2)];
  console.error(`${target.name}: first byte of the archive after ${median?.toFixed(1)} ms`);
}

async function timeFirstByte(target: Target, folderId: number): Promise<number> {
  const leave = new AbortController();
  const startedAt = performance.now();
  const answer = await fetch(new URL(`/api/folders/${folderId}/zip`, target.origin), {
    headers: target.headers,
    signal: leave.signal,
  });
  await answer.body?.getReader().read();
  const time = performance.now() - startedAt;
  leave.abort();
  return time;
}

async function largeFolder(target: Target): Promise<number> {
  const folderId = await target.createFolder('large archive');
  for (let i = 0; i < 4; i++) await target.plantDocument(folderId, LARGE);
  return folderId;
}
