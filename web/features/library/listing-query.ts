/** How a page of a library or folder is asked for. */
import type { Rows } from '../../api/client.ts';
import type { ContainerKey } from '../../api/keys.ts';
import { type ListingOptions, listDocuments, listFolders } from '../../api/library.ts';
import { type Entry, documentItem, folderItem } from './entry.ts';
import { PAGE_ROWS, type PageKey } from './pages.ts';

/** How a list is looked at: as its address says, and otherwise by name. */
export const optionsOf = ({ sort = 'name', filter = '' }: Looking): ListingOptions => ({ orderBy: sort, filter });

type Looking = { sort?: string | undefined; filter?: string | undefined };

export const FIRST_FOLDERS: PageKey = { kind: 'folders', page: 0 };
export const FIRST_DOCUMENTS: PageKey = { kind: 'documents', page: 0 };

/** Under which a page is kept. */
export const keyOfPage = (container: ContainerKey, options: ListingOptions, { kind, page }: PageKey) =>
  ['listing', container.kind, container.id, options, kind, page] as const;

export function pageQuery(container: ContainerKey, options: ListingOptions, key: PageKey) {
  return {
    queryKey: keyOfPage(container, options, key),
    queryFn: ({ signal }: { signal: AbortSignal }) => askPage(container, options, key, signal),
  };
}

async function askPage(
  container: ContainerKey,
  options: ListingOptions,
  { kind, page }: PageKey,
  signal: AbortSignal,
): Promise<Rows<Entry>> {
  const part = { skip: page * PAGE_ROWS, top: PAGE_ROWS };
  if (kind === 'folders') {
    const { rows, total } = await listFolders(container, options, part, signal);
    return { rows: rows.map(folderItem), total };
  }
  // Documents lie in folders only.
  if (container.kind === 'library') return { rows: [], total: 0 };
  const { rows, total } = await listDocuments(container.id, options, part, signal);
  return { rows: rows.map(documentItem), total };
}
