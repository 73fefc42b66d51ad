/** What the API shows of the state of libraries, folders and documents: their ETags. */
import { entityTag } from '../../platform/http/files/entity-tag.ts';
import type { Validators } from '../../platform/http/files/conditional.ts';
import type { OneLibraryRow } from './tree.queries.ts';

export type NamedLibrary = { libraryId: number; name: string; isPrivate: boolean };

/** Names the state that the API shows of a library. */
export function libraryTag({ libraryId, name, isPrivate }: NamedLibrary): string {
  return entityTag('library', libraryId, name, isPrivate);
}

/** What GET of a library says of its state, and what preconditions of its writes are compared with. */
export function libraryState(library: OneLibraryRow): Validators {
  return { etag: libraryTag(library), modifiedAt: library.changedAt };
}

export type NamedFolder = { folderId: number; name: string };

/** `parentId` null: it lies in the root of the library. */
export type PlacedFolder = NamedFolder & { libraryId: number; parentId: number | null };

/** Names the state of a folder itself, whatever lies in it. */
export function folderTag({ folderId, name, libraryId, parentId }: PlacedFolder): string {
  return entityTag('folder', folderId, name, libraryId, parentId);
}

/** What GET of a folder says of its state, and what preconditions of its writes are compared with. */
export function folderState(folder: PlacedFolder & { changedAt: string }): Validators {
  return { etag: folderTag(folder), modifiedAt: folder.changedAt };
}

/** What both shapes of a document are printed from. */
export type PresentableDocument = {
  documentId: number;
  folderId: number;
  name: string;
  size: number;
  hash: string;
  modifiedAt: string;
};

/** Names the state that the detail shape shows. */
export function documentTag({ documentId, folderId, name, size, hash, modifiedAt }: PresentableDocument): string {
  return entityTag('document', documentId, folderId, name, size, hash, modifiedAt);
}

/** The ETag of a content. */
export function contentTag({ hash }: { hash: string }): string {
  return `"${hash}"`;
}

/** What GET of a document says of its state, and what preconditions of its writes are compared with. */
export function documentState(document: PresentableDocument & { changedAt: string }): Validators {
  return { etag: documentTag(document), modifiedAt: document.changedAt };
}
