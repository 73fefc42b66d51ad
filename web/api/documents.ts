/** Documents as signed-in people view them. */
import type { Activity, Document, Place } from './answers.ts';
import { type Page, fetchPage } from './client.ts';
import { getPlace, thumbnailUrl } from './library.ts';

/** The kinds of previews that browsers can show. */
export type PreviewKind = NonNullable<Place['CanPreview']>;

/** The data of a preview, with or without an account. */
export type Previewable = {
  documentId: number;
  name: string;
  size: number;
  /** SHA-256 of the content. */
  hash: string;
  /** Time of the last change, ISO 8601. A newer version has another preview. */
  changedAt: string;
  kind: PreviewKind | null;
  contentUrl: string;
  /** The thumbnail from the server. */
  pictureUrl: string;
};

const FIRST_ACTIVITIES = 10;
const MORE_ACTIVITIES = 50;

const base = (documentId: number) => `/api/documents/${documentId}`;

/** Fetches the data of a preview. */
export const previewOf = async (document: Document): Promise<Previewable> =>
  previewableOf(document, (await getPlace({ kind: 'document', id: document.DocumentId })).CanPreview);

/** The data of a preview, by its kind. */
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

/** The activity of a document, newest first, page by page. */
export function listActivity(documentId: number, after: string | null): Promise<Page<Activity[]>> {
  const page = after === null ? { top: String(FIRST_ACTIVITIES) } : { top: String(MORE_ACTIVITIES), after };
  return fetchPage<Activity[]>(`/api/documents/${documentId}/activity?${new URLSearchParams(page).toString()}`);
}
