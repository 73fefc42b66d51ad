/** Documents as signed-in people view them. */
import type { Activity, Document, Place, Revision } from './answers.ts';
import { type Page, fetchPage } from './client.ts';
import { contentUrl, getPlace, listDocuments, revisionContentUrl, thumbnailUrl } from './library.ts';

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
  /** The thumbnail from the server. Null for a version, which has none. */
  pictureUrl: string | null;
  /** A small one, whose request does not count as a view. */
  coarseUrl: string | null;
  /** Null if the reader may not download it. */
  downloadUrl: string | null;
  /** Whether the content can be fetched to show it. Otherwise the reader gets pictures of its pages. */
  hasContent: boolean;
  /** Whether films and sounds are not played, because a watermark cannot be drawn into them. */
  isMarked?: boolean;
  /** Documents of the same folder whose names begin like this one. Absent if the reader sees no folder. */
  listBeside?: (name: string) => Promise<{ name: string; contentUrl: string }[]>;
  /** The address of the document, which its pages and its rendition are below. */
  baseUrl: string;
};

/** The address of a picture of a version. Browsers show a picture again that has the same address, and ignore a fragment. */
export const ofVersion = (url: string, changedAt: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}version=${encodeURIComponent(changedAt)}`;

const FIRST_ACTIVITIES = 10;
const MORE_ACTIVITIES = 50;

const base = (documentId: number) => `/api/documents/${documentId}`;
const previewUrl = (documentId: number) => `${base(documentId)}/preview`;

/** Fetches the data of a preview. */
export const previewOf = async (document: Document): Promise<Previewable> =>
  previewableOf(document, await getPlace({ kind: 'document', id: document.DocumentId }));

/** The data of a preview. */
export function previewableOf(document: Document, place: Place): Previewable {
  const {
    DocumentId: documentId,
    DocumentName: name,
    DocumentSize: size,
    Hash: hash,
    DateModified: changedAt,
  } = document;
  return {
    documentId,
    name,
    size,
    hash,
    changedAt,
    kind: place.CanPreview,
    contentUrl: previewUrl(documentId),
    pictureUrl: ofVersion(thumbnailUrl(documentId, 1024), changedAt),
    coarseUrl: coarseUrlOf(documentId, changedAt),
    downloadUrl: contentUrl(documentId),
    hasContent: true,
    baseUrl: base(documentId),
    ...(canListFolder(document, place) ? { listBeside: (own) => listBeside(document.FolderId, own) } : {}),
  };
}

/** The address of the small picture. */
export const coarseUrlOf = (documentId: number, changedAt: string): string =>
  ofVersion(thumbnailUrl(documentId, 256), changedAt);

/** Whether the reader sees the folder of a document. A person with access to one document cannot list its folder. */
export const canListFolder = ({ FolderId }: Document, { Path }: Place): boolean => Path.at(-1)?.FolderId === FolderId;

/** The data of a preview of one version. `name`: that of the document and its version, with the extension of the document. */
export function revisionPreviewOf({ documentId, kind }: Previewable, revision: Revision, name: string): Previewable {
  const { RevisionId, DocumentSize: size, Hash: hash, DateCreated: changedAt } = revision;
  const url = revisionContentUrl(documentId, RevisionId);
  return {
    documentId,
    name,
    size,
    hash,
    changedAt,
    kind,
    contentUrl: url,
    pictureUrl: null,
    coarseUrl: null,
    downloadUrl: url,
    hasContent: true,
    baseUrl: `${base(documentId)}/revisions/${RevisionId}`,
  };
}

const MAX_BESIDE = 50;

// Captions of a film.
async function listBeside(folderId: number, name: string): Promise<{ name: string; contentUrl: string }[]> {
  const options = { orderBy: 'name', filter: `${name.replace(/\.[^.]+$/, '')}.`, more: { kind: 'other' } };
  const { rows } = await listDocuments(folderId, options, { skip: 0, top: MAX_BESIDE });
  return rows.map(({ DocumentId, DocumentName }) => ({ name: DocumentName, contentUrl: previewUrl(DocumentId) }));
}

/** The activity of a document, newest first, page by page. */
export function listActivity(documentId: number, after: string | null): Promise<Page<Activity[]>> {
  const page = after === null ? { top: String(FIRST_ACTIVITIES) } : { top: String(MORE_ACTIVITIES), after };
  return fetchPage<Activity[]>(`/api/documents/${documentId}/activity?${new URLSearchParams(page).toString()}`);
}
