/** Requests of visitors. */
import { callApi, fetchPage } from './client.ts';
import type { PreviewKind, Previewable } from './documents.ts';

export type Person = { Name: string; Email: string };

export type Branding = { Name: string; Color: string | null; LogoUri: string | null };

export type CodeState = {
  /** The masked address of the recipient. Null if the link names no recipient. */
  Recipient: string | null;
  SentAt: string | null;
  CanResendAt: string | null;
  TriesLeft: number;
};

export type SharedFolder = { FolderId: number; Name: string };
export type SharedDocument = {
  DocumentId: number;
  Name: string;
  DocumentSize: number;
  DateModified: string;
  MediaType: string;
};

export type Visit = {
  Kind: 'folder' | 'document';
  /** The folder or document in the address of the page. */
  ItemId: number;
  TaskId: number | null;
  ShareType: 'Content' | 'Template';
  Status: 'Active' | 'Pending';
  SharedBy: Person;
  ExpiresOn: string | null;
  Protection: 'none' | 'password' | 'code';
  IsUnlocked: boolean;
  Code: CodeState | null;
  Item: SharedFolder | SharedDocument | null;
  Allow: { View: boolean; Download: boolean; Upload: boolean; Edit: boolean };
  /** Null if nothing can be uploaded. A limit that is null does not apply. */
  UploadLimits: {
    MaxUploadBytes: number | null;
    MaxUploadDocuments: number | null;
    UploadedBytes: number;
    UploadedDocuments: number;
  } | null;
  Branding: Branding;
};

export type VisitFolder = { FolderId: number; FolderName: string; DocumentCount?: number };

export type VisitDocument = {
  DocumentId: number;
  DocumentName: string;
  DocumentSize: number;
  Hash: string;
  DateModified: string;
  MediaType: string;
  CanPreview: PreviewKind | null;
  Links: { Content: string; Thumbnail: string };
};

export type VisitFolderContents = {
  FolderId: number;
  FolderName: string;
  Path: { FolderId: number; FolderName: string }[];
  Folders: VisitFolder[];
  Documents: VisitDocument[];
};

/** The link of a page: its share, and the recipient's key if it is a personal link. */
export type LinkKey = { reference: string; recipient: string | null };

/** The base path of all requests about a link. */
export const linkPath = ({ reference }: LinkKey) => `/link/${encodeURIComponent(reference)}`;

export const getVisit = (link: LinkKey) =>
  callApi<Visit>(
    'GET',
    link.recipient === null ? linkPath(link) : `${linkPath(link)}?recipient=${encodeURIComponent(link.recipient)}`,
  );

export const unlockByPassword = (link: LinkKey, password: string) =>
  callApi<Visit>('POST', `${linkPath(link)}/unlock`, { Password: password });

export const unlockByCode = (link: LinkKey, code: string) =>
  callApi<Visit>('POST', `${linkPath(link)}/unlock`, { Recipient: link.recipient, Code: code });

export const resendCode = (link: LinkKey) =>
  callApi<{ SentAt: string; CanResendAt: string }>('POST', `${linkPath(link)}/codes`, { Recipient: link.recipient });

/** A page of a folder. `after` is the cursor from the previous page. */
export const getFolder = (link: LinkKey, folderId: number, after: string | null, top = PAGE_SIZE) =>
  fetchPage<VisitFolderContents>(
    `${linkPath(link)}/folders/${folderId}?top=${top}${after === null ? '' : `&after=${encodeURIComponent(after)}`}`,
  );

export const getDocument = (link: LinkKey, documentId: number) =>
  callApi<VisitDocument>('GET', `${linkPath(link)}/documents/${documentId}`);

export const getFolderSize = (link: LinkKey, folderId: number) =>
  callApi<{ Documents: number; Bytes: number }>('GET', `${linkPath(link)}/folders/${folderId}/size`);

export const createFolder = (link: LinkKey, folderId: number, path: string) =>
  callApi<{ FolderId: number; FolderName: string }>('POST', `${linkPath(link)}/folders/${folderId}/folders`, {
    FolderPath: path,
  });

export const storeDocument = (link: LinkKey, folderId: number, uploadId: string) =>
  callApi<VisitDocument>('POST', `${linkPath(link)}/folders/${folderId}/documents`, { UploadId: uploadId });

export const storeRevision = (link: LinkKey, documentId: number, uploadId: string) =>
  callApi<unknown>('POST', `${linkPath(link)}/documents/${documentId}/revisions`, { UploadId: uploadId });

export const uploadsUrl = (link: LinkKey) => `${linkPath(link)}/uploads`;
export const contentUrl = (link: LinkKey, documentId: number) => `${linkPath(link)}/documents/${documentId}/content`;
export const downloadUrl = (link: LinkKey, documentId: number) => `${contentUrl(link, documentId)}?download=true`;
export const thumbnailUrl = (link: LinkKey, documentId: number, size: 256 | 512 | 1024) =>
  `${linkPath(link)}/documents/${documentId}/thumbnail?size=${size}`;

/** A document of a link with the data of its preview. */
export function previewableOf(link: LinkKey, document: VisitDocument): Previewable {
  return {
    documentId: document.DocumentId,
    name: document.DocumentName,
    size: document.DocumentSize,
    hash: document.Hash,
    changedAt: document.DateModified,
    kind: document.CanPreview,
    contentUrl: contentUrl(link, document.DocumentId),
    pictureUrl: thumbnailUrl(link, document.DocumentId, 1024),
  };
}

export const zipUrl = (link: LinkKey, folderId: number) => `${linkPath(link)}/folders/${folderId}/zip`;

const PAGE_SIZE = 60;
