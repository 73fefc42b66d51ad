/** Requests about libraries, folders, documents and trash. */
import type {
  Document,
  Folder,
  Library,
  ListedDocument,
  ListedFolder,
  NamedItem,
  Place,
  Revision,
  SharedItem,
  TrashItem,
} from './answers.ts';
import { ApiError, callApi, fetchRows, createResource, fetchPage, createOnce } from './client.ts';
import type { ContainerKey, ItemKey } from './keys.ts';

/**
 * Sorting and filtering of a list. `orderBy` is the value of the API; an empty filter matches everything. `more` are parameters
 * of the API: more filters, and additional properties.
 */
export type ListingOptions = { orderBy: string; filter: string; more: Record<string, string> };

export type RowRange = { skip: number; top: number };

const NOUNS = { library: 'libraries', folder: 'folders', document: 'documents' } as const;
const pathOf = ({ kind, id }: ContainerKey | ItemKey) => `/api/${NOUNS[kind]}/${id}`;

export const listLibraries = () => callApi<Library[]>('GET', '/api/libraries');

export const getPlace = (key: ContainerKey | ItemKey) => callApi<Place>('GET', `${pathOf(key)}/place`);

export const listFolders = (key: ContainerKey, options: ListingOptions, part: RowRange, signal?: AbortSignal) =>
  fetchRows<ListedFolder>(`${pathOf(key)}/folders?${queryOf(options, part)}`, signal);

export const listDocuments = (folderId: number, options: ListingOptions, part: RowRange, signal?: AbortSignal) =>
  fetchRows<ListedDocument>(`/api/folders/${folderId}/documents?${queryOf(options, part)}`, signal);

/** The documents in a folder that have this name, newest first. */
export const listNamesakes = (folderId: number, name: string) =>
  callApi<Document[]>(
    'GET',
    `/api/folders/${folderId}/documents?${new URLSearchParams({ name, orderBy: 'date desc' }).toString()}`,
  );

export const listShared = () => callApi<SharedItem[]>('GET', '/api/users/me/shared');

export const searchNames = (query: string, after: string | null) =>
  fetchPage<NamedItem[]>(`/api/search?${pageOf({ query }, after)}`);

export const getDocument = (documentId: number) => callApi<Document>('GET', `/api/documents/${documentId}`);

export const listRevisions = (documentId: number) =>
  callApi<Revision[]>('GET', `/api/documents/${documentId}/revisions`);

export const restoreRevision = (documentId: number, revisionId: number) =>
  callApi<unknown>('POST', `/api/documents/${documentId}/revisions/${revisionId}/restore`);

/** `path`: one name, or several levels separated by `\`. Existing folders are kept. */
export const createFolderPath = (key: ContainerKey, path: string) =>
  callApi<Folder>('POST', `${pathOf(key)}/folders`, { FolderPath: path });

/** Creates a folder. Throws 409 if the name is taken, which the API itself accepts. */
export async function createFolder(key: ContainerKey, name: string): Promise<Folder> {
  const { body, isNew } = await createResource<Folder>(`${pathOf(key)}/folders`, { FolderName: name });
  if (!isNew) throw new ApiError(409, '');
  return body;
}

export const rename = (key: ItemKey, name: string) =>
  callApi<unknown>('PATCH', pathOf(key), key.kind === 'folder' ? { FolderName: name } : { DocumentName: name });

/** Moves an item, optionally under a new name. Documents can only move into folders. */
export function move(key: ItemKey, target: ContainerKey, name?: string): Promise<unknown> {
  if (key.kind === 'document') return callApi('PATCH', pathOf(key), { FolderId: target.id, DocumentName: name });
  return callApi('PATCH', pathOf(key), { ...parentOf(target), FolderName: name });
}

const parentOf = ({ kind, id }: ContainerKey) => (kind === 'library' ? { LibraryId: id } : { ParentFolderId: id });

/** Copies an item, optionally under a new name, and returns the copy. Documents can only be copied into folders. */
export async function copy(key: ItemKey, target: ContainerKey, name?: string): Promise<ItemKey> {
  const path = `${pathOf(key)}/copy`;
  if (key.kind === 'document') {
    const { DocumentId: id } = await createOnce<Document>(path, { FolderId: target.id, DocumentName: name });
    return { kind: 'document', id };
  }
  const { FolderId: id } = await createOnce<Folder>(path, { ...parentOf(target), FolderName: name });
  return { kind: 'folder', id };
}

export const remove = (key: ContainerKey | ItemKey) => callApi<null>('DELETE', pathOf(key));

/** Deletes an item in trash permanently. Fails if somebody restored it meanwhile. */
export const purge = (key: ContainerKey | ItemKey) =>
  callApi<null>('DELETE', `${pathOf(key)}?purge=true&onlyInTrash=true`);

/** Restores to the original place, or into another folder. Returns the name, which is another one if its own was taken. */
export async function restore(key: ContainerKey | ItemKey, into?: number): Promise<string> {
  const path = `${pathOf(key)}/restore${into === undefined ? '' : `?into=${into}`}`;
  if (key.kind === 'document') return (await callApi<Document>('PATCH', path)).DocumentName;
  if (key.kind === 'folder') return (await callApi<Folder>('PATCH', path)).FolderName;
  return (await callApi<Library>('PATCH', path)).LibraryName;
}

/** `filter`: part of the name; empty: all. */
export const listTrash = (filter: string, after: string | null) =>
  fetchPage<TrashItem[]>(`/api/trash?${pageOf({ expand: 'path', ...(filter === '' ? {} : { filter }) }, after)}`);

/** Creates a document or a revision from a complete upload. */
export const storeUpload = (target: { folderId: number } | { documentId: number }, uploadId: string) =>
  createResource<unknown>(
    'folderId' in target
      ? `/api/folders/${target.folderId}/documents`
      : `/api/documents/${target.documentId}/revisions`,
    undefined,
    { 'x-carrel-fileref': JSON.stringify({ Identifier: uploadId }) },
  );

export const UPLOADS_URL = '/api/uploads';
export const contentUrl = (documentId: number) => `/api/documents/${documentId}/content`;
export const revisionContentUrl = (documentId: number, revisionId: number) =>
  `/api/documents/${documentId}/revisions/${revisionId}/content`;
export const thumbnailUrl = (documentId: number, size: 128 | 256 | 512 | 1024) =>
  `/api/documents/${documentId}/thumbnail?size=${size}`;

/** The URL of an archive of the items. A single folder has a URL without a list. */
export function zipUrl(items: ItemKey[], name: string): string {
  const [first] = items;
  if (items.length === 1 && first?.kind === 'folder') return `/api/folders/${first.id}/zip`;
  const ids = (kind: ItemKey['kind']) => items.filter((item) => item.kind === kind).map(({ id }) => id);
  const query = new URLSearchParams({ name, folders: ids('folder').join(','), documents: ids('document').join(',') });
  return `/api/folders/zipcontent?${query.toString()}`;
}

const PAGE_SIZE = 60;

function pageOf(query: Record<string, string>, after: string | null): string {
  const page = { ...query, top: String(PAGE_SIZE), ...(after === null ? {} : { after }) };
  return new URLSearchParams(page).toString();
}

function queryOf({ orderBy, filter, more }: ListingOptions, { skip, top }: RowRange): string {
  return new URLSearchParams({ top: String(top), skip: String(skip), orderBy, filter, ...more }).toString();
}
