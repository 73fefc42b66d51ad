/** The items of a list: folders and documents in one shape. */
import type { Document, FolderEntry, Place } from '../../../api/answers.ts';
import type { ItemKey } from '../../../api/keys.ts';

export type FolderRow = { kind: 'folder'; id: number; name: string };
export type DocumentRow = { kind: 'document'; id: number; name: string; size: number; modifiedAt: string };
export type LibraryItem = FolderRow | DocumentRow;

/** A unique key of a folder or document. */
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

/** Whether the person has all of these rights on each of these items in a place. */
export function hasRights(place: Place, entries: Iterable<ItemKey>, ...rights: Right[]): boolean {
  return [...entries].every((entry) => rights.every((right) => rightsOn(place, entry).includes(right)));
}

// Items have the rights of their place, except those that the place lists.
function rightsOn({ Rights, Exceptions }: Place, { kind, id }: ItemKey): Right[] {
  const own = Exceptions.find((child) => id === (kind === 'folder' ? child.FolderId : child.DocumentId));
  return own?.Rights ?? Rights;
}
