import type { Static } from 'typebox';
import { presentDocument } from '../documents/documents.presenter.ts';
import { presentFolder } from '../folders/folders.presenter.ts';
import { presentPath } from '../places/path.schema.ts';
import type { Step } from '../places/places.queries.ts';
import type { Stars } from '../stars/stars.queries.ts';
import { type NamedItem, folderOf } from './name-search.queries.ts';
import type { NamedItemSchema } from './name-search.schema.ts';

/** `paths`: of the matching folders, and of the folders that contain the matching documents. */
export type MatchContext = { stars: Stars; paths: ReadonlyMap<number, Step[]> };

/** A search result with the item in its own shape. */
export function presentNamedItem(
  baseUrl: string,
  item: NamedItem,
  { stars, paths }: MatchContext,
): Static<typeof NamedItemSchema> {
  const { name: ItemName, libraryName: LibraryName } = item;
  const IsStarred = stars.has(item.kind, item.id);
  // A folder is the last one of its own path.
  const Path = presentPath(
    (paths.get(folderOf(item)) ?? []).filter(({ folderId }) => item.kind === 3 || folderId !== item.id),
  );
  const common = { ItemName, LibraryName, Path, IsStarred };
  if (item.kind === 2) {
    const Folder = presentFolder(baseUrl, { ...item, folderId: item.id });
    const Links = { Self: Folder.Links.Self };
    return { ItemType: 'Folder', ...common, Links, Embedded: { Folder, Document: null } };
  }
  const Document = presentDocument(baseUrl, { ...item, documentId: item.id });
  const Links = { Self: Document.Links.Self };
  return { ItemType: 'Document', ...common, Links, Embedded: { Folder: null, Document } };
}
