/** Requests of visitors. */
import type {
  AccessCodeSent,
  Visit,
  VisitCode,
  VisitDocument,
  VisitedDocument,
  VisitedFolder,
  VisitFolder as VisitFolderContents,
  VisitFolderName,
  VisitFoundItem,
  VisitPerson,
  VisitRevision,
  VisitSubFolder,
  VisitTreeSize,
} from './answers.ts';
import { callApi, createResource, fetchPage } from './client.ts';
import { type Previewable, ofVersion } from './documents.ts';

export type { Visit, VisitDocument, VisitFolderContents };
export type Person = VisitPerson;
export type CodeState = VisitCode;
export type SharedFolder = VisitedFolder;
export type SharedDocument = VisitedDocument;
export type VisitFolder = VisitSubFolder;

/** The link of a page: its share, and the recipient's key if it is a personal link. */
export type LinkKey = { reference: string; recipient: string | null };

/** Whether the link accepts no more files. */
export function isFull({ Kind, UploadLimits: limits }: Pick<Visit, 'Kind' | 'UploadLimits'>): boolean {
  if (limits === null) return false;
  const { MaxUploadBytes: bytes, UploadedBytes, MaxUploadDocuments: files, UploadedDocuments } = limits;
  // Links to documents accept versions only.
  const hasFiles = Kind === 'folder' && files !== null && UploadedDocuments >= files;
  return hasFiles || (bytes !== null && UploadedBytes >= bytes);
}

/** The base path of all requests about a link. */
export const linkPath = ({ reference }: LinkKey) => `/link/${encodeURIComponent(reference)}`;

// Openings and downloads are counted for the recipient of a personal link.
const withRecipient = (path: string, { recipient }: LinkKey): string =>
  recipient === null ? path : `${path}${path.includes('?') ? '&' : '?'}recipient=${encodeURIComponent(recipient)}`;

export const getVisit = (link: LinkKey) => callApi<Visit>('GET', withRecipient(linkPath(link), link));

export const unlockByPassword = (link: LinkKey, password: string) =>
  callApi<Visit>('POST', `${linkPath(link)}/unlock`, { Password: password });

// A visitor is the recipient of the personal link, or claims an address.
const claimOf = ({ recipient }: LinkKey, email: string | null) =>
  email === null ? { Recipient: recipient } : { Email: email };

export const unlockByCode = (link: LinkKey, code: string, email: string | null) =>
  callApi<Visit>('POST', `${linkPath(link)}/unlock`, { ...claimOf(link, email), Code: code });

export const requestCode = (link: LinkKey, email: string | null) =>
  callApi<AccessCodeSent>('POST', `${linkPath(link)}/codes`, claimOf(link, email));

/** A page of a folder. `after` is the cursor from the previous page. */
export const getFolder = (link: LinkKey, folderId: number, after: string | null, top = PAGE_SIZE) =>
  fetchPage<VisitFolderContents>(
    `${linkPath(link)}/folders/${folderId}?top=${top}${after === null ? '' : `&after=${encodeURIComponent(after)}`}`,
  );

/** A page of what matches in a folder of a link and below it, the best first. */
export const searchFolder = (link: LinkKey, folderId: number, q: string, after: string | null) => {
  const parameters = new URLSearchParams({ q, ...(after === null ? {} : { after }) });
  return fetchPage<VisitFoundItem[]>(`${linkPath(link)}/folders/${folderId}/search?${parameters.toString()}`);
};

export const getDocument = (link: LinkKey, documentId: number) =>
  callApi<VisitDocument>('GET', `${linkPath(link)}/documents/${documentId}`);

export const getFolderSize = (link: LinkKey, folderId: number) =>
  callApi<VisitTreeSize>('GET', `${linkPath(link)}/folders/${folderId}/size`);

export const createFolder = (link: LinkKey, folderId: number, path: string) =>
  callApi<VisitFolderName>('POST', `${linkPath(link)}/folders/${folderId}/folders`, {
    FolderPath: path,
  });

export const storeDocument = (link: LinkKey, folderId: number, uploadId: string) =>
  createResource<VisitDocument>(`${linkPath(link)}/folders/${folderId}/documents`, { UploadId: uploadId });

export const storeRevision = (link: LinkKey, documentId: number, uploadId: string) =>
  createResource<VisitRevision>(`${linkPath(link)}/documents/${documentId}/revisions`, { UploadId: uploadId });

export const uploadsUrl = (link: LinkKey) => `${linkPath(link)}/uploads`;
const documentPath = (link: LinkKey, documentId: number) => `${linkPath(link)}/documents/${documentId}`;
export const contentUrl = (link: LinkKey, documentId: number) => `${documentPath(link, documentId)}/content`;
export const downloadUrl = (link: LinkKey, documentId: number) =>
  withRecipient(`${contentUrl(link, documentId)}?download=true`, link);
export const thumbnailUrl = (link: LinkKey, documentId: number, size: 256 | 512 | 1024) =>
  `${linkPath(link)}/documents/${documentId}/thumbnail?size=${size}`;

/** The address of a picture of a document. A small one (256) does not count as a view. */
export const pictureUrl = (link: LinkKey, { DocumentId, DateModified }: VisitDocument, size: 256 | 1024) =>
  ofVersion(thumbnailUrl(link, DocumentId, size), DateModified);

/** A document of a link with the data of its preview. `folderId`: the folder of the link that it is in. */
export function previewableOf(
  link: LinkKey,
  document: VisitDocument,
  { visit, folderId }: { visit: Pick<Visit, 'Allow' | 'DownloadsLeft' | 'Watermark'>; folderId?: number },
): Previewable {
  const canDownload = visit.Allow.Download;
  return {
    documentId: document.DocumentId,
    name: document.DocumentName,
    size: document.DocumentSize,
    hash: document.Hash,
    changedAt: document.DateModified,
    kind: document.CanPreview,
    contentUrl: contentUrl(link, document.DocumentId),
    pictureUrl: pictureUrl(link, document, 1024),
    coarseUrl: pictureUrl(link, document, 256),
    downloadUrl: canDownload ? downloadUrl(link, document.DocumentId) : null,
    // Of a link with a limit of downloads, fetching the content is one.
    hasContent: canDownload && visit.DownloadsLeft === null,
    isMarked: visit.Watermark && (!canDownload || visit.DownloadsLeft !== null),
    ...(folderId === undefined ? {} : { listBeside: () => listFolder(link, folderId) }),
    baseUrl: documentPath(link, document.DocumentId),
  };
}

const LARGE_PAGE = 200;
const MOST_PAGES = 10;

// Captions of a film, if they are among the first 2 000 documents.
async function listFolder(link: LinkKey, folderId: number): Promise<{ name: string; contentUrl: string }[]> {
  const documents: VisitDocument[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES && (page === 0 || after !== null); page += 1) {
    const part = await getFolder(link, folderId, after, LARGE_PAGE);
    documents.push(...part.body.Documents);
    ({ after } = part);
  }
  return documents.map(({ DocumentId, DocumentName }) => {
    return { name: DocumentName, contentUrl: contentUrl(link, DocumentId) };
  });
}

export const zipUrl = (link: LinkKey, folderId: number) =>
  withRecipient(`${linkPath(link)}/folders/${folderId}/zip`, link);

const PAGE_SIZE = 60;
