/** What a list shows: folders and documents in one shape. */
import type { Document, FolderEntry, Place } from '../../../api/answers.ts';
import type { ItemKey } from '../../../api/keys.ts';

export type FolderRow = { kind: 'folder'; id: number; name: string };
export type DocumentRow = { kind: 'document'; id: number; name: string; size: number; modifiedAt: string };
export type LibraryItem = FolderRow | DocumentRow;

/** One text for a folder or document, among both. */
export const keyOf = ({ kind, id }: ItemKey): string => `${kind}-${id}`;

export const toFolderRow = ({ FolderId, FolderName }: Pick<FolderEntry, 'FolderId' | 'FolderName'>): FolderRow => ({
  kind: 'folder',
  id: FolderId,
  name: FolderName,
});

export const toDocumentRow = (document: Document): DocumentRow => ({
  kind: 'document',
  id: document.DocumentId,
  name: document.DocumentName,
  size: document.DocumentSize,
  modifiedAt: document.DateModified,
});

export type Right = Place['Rights'][number];

/** What one may do with each of some things that are directly in a place: all of these rights. */
export function hasRights(place: Place, entries: Iterable<ItemKey>, ...rights: Right[]): boolean {
  return [...entries].every((entry) => rights.every((right) => rightsOn(place, entry).includes(right)));
}

// Most have the rights of what they are in; the place names the others.
function rightsOn({ Rights, Exceptions }: Place, { kind, id }: ItemKey): Right[] {
  const own = Exceptions.find((child) => id === (kind === 'folder' ? child.FolderId : child.DocumentId));
  return own?.Rights ?? Rights;
}
