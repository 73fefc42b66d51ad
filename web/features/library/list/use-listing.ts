import { type QueryClient, keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { ContainerKey } from '../../../api/keys.ts';
import type { ListingOptions } from '../../../api/library.ts';
import type { RowsWithTotal } from '../../../api/client.ts';
import type { LibraryItem } from '../item/library-item.ts';
import { FIRST_DOCUMENTS, FIRST_FOLDERS, pageQueryKey, pageQuery } from './listing-query.ts';
import { pagesForRows, locateRow } from './pages.ts';
import { watchList } from '../../../watched-lists.ts';

/** Rows from `start` to `end` (exclusive). */
type Range = { start: number; end: number };

export type ItemListing = {
  /** The number of folders and documents. Null until it is loaded. */
  count: number | null;
  /** A row, folders first. Null while its page loads. */
  row: (index: number) => LibraryItem | null;
  error: Error | null;
  retry: () => void;
  /** Fetches rows, for selections beyond the visible range. */
  loadRows: (start: number, end: number) => Promise<LibraryItem[]>;
};

/** The delay before pages are fetched after scrolling. */
const DEBOUNCE_MS = 120;

/**
 * The list of a library or folder. Only the pages of the visible rows `seen` are fetched. Scrolling through thousands of rows
 * fetches nothing, and requests for pages that scrolled out of view are aborted.
 */
export function useListing(container: ContainerKey, options: ListingOptions, seen: Range): ItemListing {
  const queries = useQueryClient();
  useEffect(() => watchList({ kind: container.kind, id: container.id }), [container.kind, container.id]);
  const folders = useQuery({ ...pageQuery(container, options, FIRST_FOLDERS), placeholderData: keepPreviousData });
  const documents = useQuery({ ...pageQuery(container, options, FIRST_DOCUMENTS), placeholderData: keepPreviousData });
  const folderCount = folders.data?.total ?? 0;
  const wanted = pagesForRows(folderCount, useAtRest(seen));
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

// The range when scrolling has stopped. A frame of a busy machine can take longer than the delay, so the next one counts too.
function useAtRest(seen: Range): Range {
  const [atRest, setAtRest] = useState(seen);
  useEffect(() => {
    let frame = 0;
    const timer = setTimeout(() => {
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(() => setAtRest(seen))));
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [seen]);
  return atRest;
}

/** The maximum number of concurrent page requests. */
const CONCURRENT_PAGES = 4;

async function loadPages(
  queries: QueryClient,
  container: ContainerKey,
  options: ListingOptions,
  { folderCount, start, end }: Range & { folderCount: number },
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
