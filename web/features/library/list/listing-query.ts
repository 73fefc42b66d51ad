/** Queries for the pages of a list. */
import type { RowsWithTotal } from '../../../api/client.ts';
import type { ContainerKey } from '../../../api/keys.ts';
import { type ListingOptions, listDocuments, listFolders } from '../../../api/library.ts';
import { type FilterSearch, filtersOf, parametersOf } from '../filters/filters.ts';
import { type LibraryItem, toDocumentRow, toFolderRow } from '../item/library-item.ts';
import { PAGE_ROWS, type PageKey } from './pages.ts';

/** The sorting and filters from the address, by name if there are none, with the properties for the columns. */
export function optionsOf(search: ListView, expand: string): ListingOptions {
  const { sort = 'name', filter = '' } = search;
  return { orderBy: sort, filter, more: { ...parametersOf(filtersOf(search)), ...(expand === '' ? {} : { expand }) } };
}

type ListView = FilterSearch & { sort?: string | undefined; filter?: string | undefined };

export const FIRST_FOLDERS: PageKey = { kind: 'folders', page: 0 };
export const FIRST_DOCUMENTS: PageKey = { kind: 'documents', page: 0 };

/** The query key of a page. */
export const pageQueryKey = (container: ContainerKey, options: ListingOptions, { kind, page }: PageKey) =>
  ['listing', container.kind, container.id, options, kind, page] as const;

export function pageQuery(container: ContainerKey, options: ListingOptions, key: PageKey) {
  return {
    queryKey: pageQueryKey(container, options, key),
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchListingPage(container, options, key, signal),
  };
}

async function fetchListingPage(
  container: ContainerKey,
  options: ListingOptions,
  { kind, page }: PageKey,
  signal: AbortSignal,
): Promise<RowsWithTotal<LibraryItem>> {
  const part = { skip: page * PAGE_ROWS, top: PAGE_ROWS };
  if (kind === 'folders') {
    const { rows, ...list } = await listFolders(container, options, part, signal);
    return { rows: rows.map(toFolderRow), ...list };
  }
  // Only folders contain documents.
  if (container.kind === 'library') return { rows: [], total: 0, version: Infinity };
  const { rows, ...list } = await listDocuments(container.id, options, part, signal);
  return { rows: rows.map(toDocumentRow), ...list };
}
