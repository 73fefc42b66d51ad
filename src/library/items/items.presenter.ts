import type { Static } from 'typebox';
import { presentDocument } from '../documents/documents.presenter.ts';
import { presentFolder } from '../folders/folders.presenter.ts';
import { presentLibrary } from '../libraries/libraries.presenter.ts';
import { rightNames } from '../rights/rights.ts';
import type { ItemSchema } from './items.schema.ts';

type Common = { id: number; name: string; rights: number; libraryId: number };

/** An item of any kind; `kind` orders those with the same name. Columns that an item does not have are null. */
export type ItemRow =
  | (Common & { kind: 1; isPrivate: boolean })
  | (Common & { kind: 2 })
  | (Common & { kind: 3; folderId: number; size: number; hash: string; modifiedAt: string });

type Item = Static<typeof ItemSchema>;

/** An item of any kind, in its own shape. */
export function presentItem(baseUrl: string, row: ItemRow): Item {
  const { type, self, embedded } = presentItself(baseUrl, row);
  return {
    ItemType: type,
    ItemName: row.name,
    Rights: rightNames(row.rights),
    Links: { Self: self },
    Embedded: { Library: null, Folder: null, Document: null, ...embedded },
  };
}

function presentItself(
  baseUrl: string,
  row: ItemRow,
): { type: Item['ItemType']; self: string; embedded: Partial<Item['Embedded']> } {
  if (row.kind === 1) {
    const library = presentLibrary(baseUrl, row);
    return { type: 'Library', self: library.Links.Self, embedded: { Library: library } };
  }
  if (row.kind === 2) {
    const folder = presentFolder(baseUrl, { ...row, folderId: row.id });
    return { type: 'Folder', self: folder.Links.Self, embedded: { Folder: folder } };
  }
  const document = presentDocument(baseUrl, { ...row, documentId: row.id });
  return { type: 'Document', self: document.Links.Self, embedded: { Document: document } };
}
