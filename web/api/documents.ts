/** Documents, as somebody asks for them who is signed in. */
import { ApiError, ask, errorOf } from './client.ts';

export type DocumentDetails = {
  DocumentId: number;
  DocumentName: string;
  DateModified: string;
  DocumentSize: number;
  FolderId: number;
  Hash: string;
};

/** As what browsers can show a document. */
export type PreviewKind = 'image' | 'pdf' | 'text' | 'video' | 'audio';

/** What a preview is made of, whoever looks at it. */
export type Previewable = {
  documentId: number;
  name: string;
  size: number;
  /** When it changed, ISO 8601: a newer version is another preview. */
  changedAt: string;
  kind: PreviewKind | null;
  contentUrl: string;
  /** The server's picture of it. */
  pictureUrl: string;
};

const base = (documentId: number) => `/api/documents/${documentId}`;

export const getDocumentDetails = (documentId: number) => ask<DocumentDetails>('GET', base(documentId));

export const documentContentUrl = (documentId: number) => `${base(documentId)}/content`;

/** A document with what is needed to show it. */
export async function getPreviewable(documentId: number): Promise<Previewable> {
  const [document, kind] = await Promise.all([getDocumentDetails(documentId), getPreviewKind(documentId)]);
  return {
    documentId,
    name: document.DocumentName,
    size: document.DocumentSize,
    changedAt: document.DateModified,
    kind,
    contentUrl: `${base(documentId)}/preview`,
    pictureUrl: `${base(documentId)}/thumbnail?size=1024`,
  };
}

// The server knows what browsers show: the media type that it would send says as what. Asking so is logged as no view.
async function getPreviewKind(documentId: number): Promise<PreviewKind | null> {
  const response = await fetch(`${base(documentId)}/preview`, { method: 'HEAD' }).catch(() => null);
  if (response === null) throw new ApiError(0, '');
  if (response.status === 403) return null;
  if (!response.ok) throw await errorOf(response);
  const [type = '', part] = (response.headers.get('content-type') ?? '').split(/[/;]/);
  if (part === 'pdf') return 'pdf';
  return ['image', 'text', 'video', 'audio'].includes(type) ? (type as PreviewKind) : null;
}
