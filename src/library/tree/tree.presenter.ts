/** The states of libraries, folders and documents: their ETags. */
import { entityTag } from '../../platform/http/files/entity-tag.ts';
import type { Validators } from '../../platform/http/files/conditional.ts';
import type { OneLibraryRow } from './tree.queries.ts';

export type NamedLibrary = { libraryId: number; name: string; isPrivate: boolean };

/** The tag of a library's state in the API. */
export function libraryTag({ libraryId, name, isPrivate }: NamedLibrary): string {
  return entityTag('library', libraryId, name, isPrivate);
}

/** The validators of a library, for GET and for preconditions of its writes. */
export function libraryState(library: OneLibraryRow): Validators {
  return { etag: libraryTag(library), modifiedAt: library.changedAt };
}

export type NamedFolder = { folderId: number; name: string };

/** `parentId` null: it is in the root of the library. */
export type PlacedFolder = NamedFolder & { libraryId: number; parentId: number | null };

/** The tag of a folder's own state, without its content. */
export function folderTag({ folderId, name, libraryId, parentId }: PlacedFolder): string {
  return entityTag('folder', folderId, name, libraryId, parentId);
}

/** The validators of a folder, for GET and for preconditions of its writes. */
export function folderState(folder: PlacedFolder & { changedAt: string }): Validators {
  return { etag: folderTag(folder), modifiedAt: folder.changedAt };
}

/** The columns for both shapes of a document. */
export type PresentableDocument = {
  documentId: number;
  folderId: number;
  name: string;
  size: number;
  hash: string;
  modifiedAt: string;
};

/** The tag of the detail shape. */
export function documentTag({ documentId, folderId, name, size, hash, modifiedAt }: PresentableDocument): string {
  return entityTag('document', documentId, folderId, name, size, hash, modifiedAt);
}

/** The ETag of a content. */
export function contentTag({ hash }: { hash: string }): string {
  return `"${hash}"`;
}

/** The validators of a document, for GET and for preconditions of its writes. */
export function documentState(document: PresentableDocument & { changedAt: string }): Validators {
  return { etag: documentTag(document), modifiedAt: document.changedAt };
}
