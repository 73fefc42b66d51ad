import { getRequest } from '../target.ts';
import type { Target } from '../target.ts';
import type { Prepared, Workload } from './workload.ts';

export const downloadLarge: Workload = {
  id: 'W5',
  title: 'download 1 GiB',
  unit: 'MB/s',
  goal: { must: 0.9 },
  seconds: 4,
  prepare,
};

const BYTES = 1024 ** 3;

async function prepare(target: Target): Promise<Prepared> {
  const folderId = await target.createFolder('large documents');
  const documentId = await target.plantDocument(folderId, BYTES);
  const request = getRequest(target, `/api/documents/${documentId}/content`, BYTES);
  return { next: () => request, answerBytes: BYTES };
}
