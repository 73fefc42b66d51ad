/** How documents are shown to somebody who is signed in. */
import type { Document } from './answers.ts';
import { ApiError, errorOf } from './client.ts';
import { thumbnailUrl } from './library.ts';

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

/** What is needed to show a document. */
export async function previewOf(document: Document): Promise<Previewable> {
  const { DocumentId: documentId, DocumentName: name, DocumentSize: size, DateModified: changedAt } = document;
  const kind = await getPreviewKind(documentId);
  const pictureUrl = thumbnailUrl(documentId, 1024);
  return { documentId, name, size, changedAt, kind, contentUrl: `${base(documentId)}/preview`, pictureUrl };
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
