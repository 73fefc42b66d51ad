import { sharedDocuments } from '../documents.ts';
import { fetchBytes, getRequest } from '../target.ts';
import type { Target } from '../target.ts';
import { cycle, type Prepared, type Workload } from './workload.ts';

export const metadata: Workload = {
  id: 'W1',
  title: 'metadata of one document',
  unit: 'req/s',
  goal: { must: 0.5, aim: 0.75, cpuMs: 0.65 },
  seconds: 3,
  prepare,
};

async function prepare(target: Target): Promise<Prepared> {
  const { documentIds } = await sharedDocuments(target);
  const requests = [];
  for (const id of documentIds) {
    const path = `/api/documents/${id}`;
    requests.push(getRequest(target, path, (await fetchBytes(target, path)).length));
  }
  return { next: cycle(requests) };
}
