import assert from 'node:assert/strict';
import { sharedDocuments } from '../documents.ts';
import { fetchBytes, getRequest } from '../target.ts';
import type { DocumentAnswer, Target } from '../target.ts';
import type { Prepared, Workload } from './workload.ts';

export const list: Workload = {
  id: 'W2',
  title: 'list 1 000 documents',
  unit: 'req/s',
  goal: { must: 0.6, aim: 0.9 },
  seconds: 4,
  prepare,
};

async function prepare(target: Target): Promise<Prepared> {
  const { folderId, documentIds } = await sharedDocuments(target);
  const path = `/api/folders/${folderId}/documents`;
  const answer = await fetchBytes(target, path);
  const listed = JSON.parse(answer.toString()) as DocumentAnswer[];
  const ids = listed.map((document) => document.DocumentId);
  assert.deepEqual(new Set(ids), new Set(documentIds), `${target.name} lists other documents than the folder's`);
  const request = getRequest(target, path, answer.length);
  return { next: () => request };
}
