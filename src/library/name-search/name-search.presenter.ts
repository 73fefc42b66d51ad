import type { Static } from 'typebox';
import { presentDocument } from '../documents/documents.presenter.ts';
import { presentFolder } from '../folders/folders.presenter.ts';
import type { NamedItem } from './name-search.queries.ts';
import type { NamedItemSchema } from './name-search.schema.ts';

/** A search result with the item in its own shape. */
export function presentNamedItem(baseUrl: string, item: NamedItem, IsStarred: boolean): Static<typeof NamedItemSchema> {
  const { name: ItemName, libraryName: LibraryName } = item;
  if (item.kind === 2) {
    const Folder = presentFolder(baseUrl, { ...item, folderId: item.id });
    const Links = { Self: Folder.Links.Self };
    return { ItemType: 'Folder', ItemName, LibraryName, IsStarred, Links, Embedded: { Folder, Document: null } };
  }
  const Document = presentDocument(baseUrl, { ...item, documentId: item.id });
  const Links = { Self: Document.Links.Self };
  return { ItemType: 'Document', ItemName, LibraryName, IsStarred, Links, Embedded: { Folder: null, Document } };
}
