/** Requests of a visitor by the link of a folder: each passes the gateway. */
import { sharedDocuments } from '../documents.ts';
import { DOCUMENT_BYTES, type Target, fetchJson, getRequest } from '../target.ts';
import { cycle, type Prepared, type Workload } from './workload.ts';

export const visit: Workload = {
  id: 'W7',
  title: 'download 20 KiB by a link',
  unit: 'req/s',
  goal: { must: 0.35 },
  seconds: 3,
  prepare,
};

async function prepare(target: Target): Promise<Prepared> {
  const { folderId, documentIds } = await sharedDocuments(target);
  const path =
    target.name === 'Carrel' ? await pathByLink(target, folderId) : (id: number) => `/api/documents/${id}/content`;
  return { next: cycle(documentIds.map((id) => getRequest(target, path(id), DOCUMENT_BYTES))) };
}

async function pathByLink(target: Target, folderId: number): Promise<(documentId: number) => string> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ AllowDownload: true }),
  };
  const share = await fetchJson<{ ReferenceString: string }>(target, `/api/folders/${folderId}/share`, init);
  return (documentId) => `/link/${share.ReferenceString}/documents/${documentId}/content?download=true`;
}
