/** The items of a list: folders and documents in one shape. */
import type { Abilities, Document, FolderEntry, Place } from '../../../api/answers.ts';
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

/** Whether the person can do this with each of these items in a place. */
export function canDo(place: Place, entries: Iterable<ItemKey>, ability: keyof Abilities): boolean {
  return [...entries].every((entry) => abilitiesOn(place, entry)?.[ability] === true);
}

// The place states the abilities on its items, and lists the items with others.
function abilitiesOn({ ItemAbilities, Exceptions }: Place, { kind, id }: ItemKey): Abilities | undefined {
  const own = Exceptions.find((child) => id === (kind === 'folder' ? child.FolderId : child.DocumentId));
  return own?.Abilities ?? (kind === 'folder' ? ItemAbilities?.Folder : ItemAbilities?.Document);
}
