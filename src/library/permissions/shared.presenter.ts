import type { Static } from 'typebox';
import { presentDocument } from '../documents/documents.presenter.ts';
import { presentFolder } from '../folders/folders.presenter.ts';
import { presentLibrary } from '../libraries/libraries.presenter.ts';
import { rightNames } from '../rights/rights.ts';
import type { SharedRow } from './shared.queries.ts';
import type { SharedItemSchema } from './shared.schema.ts';

type SharedItem = Static<typeof SharedItemSchema>;

/** An item granted to the caller, in its own shape. */
export function presentSharedItem(baseUrl: string, row: SharedRow): SharedItem {
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
  row: SharedRow,
): { type: SharedItem['ItemType']; self: string; embedded: Partial<SharedItem['Embedded']> } {
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
