/** Requests of a visitor by the link of a folder: each passes the gateway. Both parts of W7 make an opened link. */
import { sharedDocuments } from '../documents.ts';
import { DOCUMENT_BYTES, type Target, fetchBytes, fetchJson, getRequest } from '../target.ts';
import { metadata } from './metadata.ts';
import { cycle, type Prepared, type Workload } from './workload.ts';

export const visit: Workload = {
  id: 'W7',
  title: 'download 20 KiB by a link',
  unit: 'req/s',
  goal: { must: 0.35 },
  seconds: 3,
  prepare,
};

/** The visit for its page. It has no counterpart beside it but the metadata of a document. */
export const opening: Workload = {
  id: 'W7o',
  title: 'open a link',
  unit: 'req/s',
  goal: null,
  seconds: 3,
  prepare: prepareOpening,
};

async function prepareOpening(target: Target): Promise<Prepared> {
  if (target.name !== 'Carrel') return metadata.prepare(target);
  const { folderId } = await sharedDocuments(target);
  const path = await sharePath(target, folderId);
  const { length } = await fetchBytes(target, path);
  const request = getRequest(target, path, length);
  return { next: () => request };
}

async function prepare(target: Target): Promise<Prepared> {
  const { folderId, documentIds } = await sharedDocuments(target);
  const path =
    target.name === 'Carrel' ? await pathByLink(target, folderId) : (id: number) => `/api/documents/${id}/content`;
  return { next: cycle(documentIds.map((id) => getRequest(target, path(id), DOCUMENT_BYTES))) };
}

async function pathByLink(target: Target, folderId: number): Promise<(documentId: number) => string> {
  const link = await sharePath(target, folderId);
  return (documentId) => `${link}/documents/${documentId}/content?download=true`;
}

/** The path of a new link of the folder, for downloads. */
export async function sharePath(target: Target, folderId: number): Promise<string> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ AllowDownload: true }),
  };
  const { ReferenceString } = await fetchJson<{ ReferenceString: string }>(
    target,
    `/api/folders/${folderId}/share`,
    init,
  );
  return `/link/${ReferenceString}`;
}
