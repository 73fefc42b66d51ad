/** The items of a list: folders and documents in one shape. */
import type { Abilities, DocumentTag, ListedDocument, ListedFolder, Person, Place } from '../../../api/answers.ts';
import type { ItemKey } from '../../../api/keys.ts';

export type FolderRow = { kind: 'folder'; id: number; name: string; isShared?: boolean | undefined };
export type DocumentRow = {
  kind: 'document';
  id: number;
  name: string;
  size: number;
  modifiedAt: string;
  /** These three only if a column shows them. Null: the operator. */
  modifiedBy?: Person | null | undefined;
  isShared?: boolean | undefined;
  tags?: DocumentTag[] | undefined;
};
export type LibraryItem = FolderRow | DocumentRow;

/** A unique key of a folder or document. */
export const keyOf = ({ kind, id }: ItemKey): string => `${kind}-${id}`;

export const toFolderRow = ({ FolderId, FolderName, IsShared }: ListedFolder): FolderRow => ({
  kind: 'folder',
  id: FolderId,
  name: FolderName,
  isShared: IsShared,
});

export const toDocumentRow = (document: ListedDocument): DocumentRow => ({
  kind: 'document',
  id: document.DocumentId,
  name: document.DocumentName,
  size: document.DocumentSize,
  modifiedAt: document.DateModified,
  modifiedBy: document.ModifiedBy,
  isShared: document.IsShared,
  tags: document.Tags,
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
