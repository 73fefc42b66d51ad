import { sharedDocuments } from '../documents.ts';
import { DOCUMENT_BYTES, getRequest } from '../target.ts';
import type { Target } from '../target.ts';
import { cycle, type Prepared, type Workload } from './workload.ts';

export const downloadSmall: Workload = {
  id: 'W5s',
  title: 'download 20 KiB',
  unit: 'req/s',
  goal: { must: 0.4, aim: 0.6 },
  seconds: 3,
  prepare,
};

async function prepare(target: Target): Promise<Prepared> {
  const { documentIds } = await sharedDocuments(target);
  const requests = documentIds.map((id) => getRequest(target, `/api/documents/${id}/content`, DOCUMENT_BYTES));
  return { next: cycle(requests) };
}
