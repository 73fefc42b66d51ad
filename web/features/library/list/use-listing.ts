import { type QueryClient, keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ContainerKey } from '../../../api/keys.ts';
import type { ListingOptions } from '../../../api/library.ts';
import type { RowsWithTotal } from '../../../api/client.ts';
import type { LibraryItem } from '../item/library-item.ts';
import { FIRST_DOCUMENTS, FIRST_FOLDERS, pageQueryKey, pageQuery } from './listing-query.ts';
import { pagesForRows, locateRow } from './pages.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';

export type ItemListing = {
  /** Of folders and documents together; null until the server has t. */
  count: number | null;
  /** A row, folders first; null as long as its page is on its way. */
  row: (index: number) => LibraryItem | null;
  error: Error | null;
  retry: () => void;
  /** Rows, asked for if they are not there; for selections that reach beyond what is seen. */
  loadRows: (start: number, end: number) => Promise<LibraryItem[]>;
};

/** How long the list must stand still before what is far from what was seen is asked for. */
const DEBOUNCE_MS = 120;

/**
 * What is in a library or folder, of which only the pages with the rows `seen` are asked for. While the scrollbar is drawn
 * through thousands of rows nothing is asked for, and a page that went out of sight is given up.
 */
export function useListing(
  container: ContainerKey,
  options: ListingOptions,
  seen: { start: number; end: number },
): ItemListing {
  const queries = useQueryClient();
  const folders = useQuery({ ...pageQuery(container, options, FIRST_FOLDERS), placeholderData: keepPreviousData });
  const documents = useQuery({ ...pageQuery(container, options, FIRST_DOCUMENTS), placeholderData: keepPreviousData });
  const folderCount = folders.data?.total ?? 0;
  const wanted = pagesForRows(folderCount, {
    start: useDebounced(seen.start, DEBOUNCE_MS),
    end: useDebounced(seen.end, DEBOUNCE_MS),
  });
  useQueries({ queries: wanted.map((key) => pageQuery(container, options, key)) });
  const isKnown = folders.data !== undefined && documents.data !== undefined;
  const count = isKnown ? folderCount + documents.data.total : null;
  const row = (index: number) => {
    const { kind, page, index: at } = locateRow(folderCount, index);
    const first = kind === 'folders' ? folders : documents;
    const data =
      page === 0
        ? first.data
        : queries.getQueryData<RowsWithTotal<LibraryItem>>(pageQueryKey(container, options, { kind, page }));
    return data?.rows[at] ?? null;
  };
  const loadRows = useCallback(
    (start: number, end: number) => loadPages(queries, container, options, { folderCount, start, end }),
    [queries, container, options, folderCount],
  );
  const error = isKnown ? null : (folders.error ?? documents.error);
  const retry = () => void Promise.all([folders.refetch(), documents.refetch()]);
  return { count, row, error, retry, loadRows };
}

/** Pages that are asked for at once. */
const CONCURRENT_PAGES = 4;

async function loadPages(
  queries: QueryClient,
  container: ContainerKey,
  options: ListingOptions,
  { folderCount, start, end }: { folderCount: number; start: number; end: number },
): Promise<LibraryItem[]> {
  const keys = pagesForRows(folderCount, { start, end });
  const pages = new Map<string, LibraryItem[]>();
  for (let first = 0; first < keys.length; first += CONCURRENT_PAGES) {
    await Promise.all(
      keys.slice(first, first + CONCURRENT_PAGES).map(async (key) => {
        const { rows } = await queries.fetchQuery({ ...pageQuery(container, options, key), staleTime: 30_000 });
        pages.set(`${key.kind} ${key.page}`, rows);
      }),
    );
  }
  const entries: LibraryItem[] = [];
  for (let index = start; index < end; index += 1) {
    const { kind, page, index: at } = locateRow(folderCount, index);
    const entry = pages.get(`${kind} ${page}`)?.[at];
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}
