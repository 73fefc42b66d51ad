/** How documents are shown to somebody who is signed in. */
import type { Document, Place } from './answers.ts';
import { getPlace, thumbnailUrl } from './library.ts';

/** As what browsers can show a document. */
export type PreviewKind = NonNullable<Place['CanPreview']>;

/** What a preview is made of, whoever looks at it. */
export type Previewable = {
  documentId: number;
  name: string;
  size: number;
  /** SHA-256 of its content. */
  hash: string;
  /** When it changed, ISO 8601: a newer version is another preview. */
  changedAt: string;
  kind: PreviewKind | null;
  contentUrl: string;
  /** The server's picture of it. */
  pictureUrl: string;
};

const base = (documentId: number) => `/api/documents/${documentId}`;

/** Asks what is needed to show a document. */
export const previewOf = async (document: Document): Promise<Previewable> =>
  previewableOf(document, (await getPlace({ kind: 'document', id: document.DocumentId })).CanPreview);

/** What is needed to show a document of a kind. */
export function previewableOf(document: Document, kind: PreviewKind | null): Previewable {
  const {
    DocumentId: documentId,
    DocumentName: name,
    DocumentSize: size,
    Hash: hash,
    DateModified: changedAt,
  } = document;
  const pictureUrl = thumbnailUrl(documentId, 1024);
  return { documentId, name, size, hash, changedAt, kind, contentUrl: `${base(documentId)}/preview`, pictureUrl };
}
