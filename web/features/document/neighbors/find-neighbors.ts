/** The documents before and after one in the list that the reader came from. */
import type { QueryClient } from '@tanstack/react-query';
import type { RowsWithTotal } from '../../../api/client.ts';
import type { ListingOptions } from '../../../api/library.ts';
import type { DocumentRow, LibraryItem } from '../../library/item/library-item.ts';
import { FIRST_DOCUMENTS, pageQuery, pageQueryKey } from '../../library/list/listing-query.ts';
import { PAGE_ROWS } from '../../library/list/pages.ts';

export type Neighbor = Pick<DocumentRow, 'id' | 'name' | 'modifiedAt'>;
export type Neighbors = { previous: Neighbor | null; next: Neighbor | null; at: number; count: number };

/** Pages that are searched for a document that is on none of the loaded ones: after a reload far down in a long list. */
const SEARCHED_PAGES = 10;

type Page = RowsWithTotal<LibraryItem>;

/** Null if the document is not in the list, or too far down. Pages that the list has loaded are not fetched again. */
export async function findNeighbors(
  queries: QueryClient,
  folderId: number,
  options: ListingOptions,
  documentId: number,
): Promise<Neighbors | null> {
  const container = { kind: 'folder', id: folderId } as const;
  const pageAt = (page: number): Promise<Page> =>
    queries.fetchQuery({ ...pageQuery(container, options, { kind: 'documents', page }), staleTime: 30_000 });
  const at = knownPlace() ?? (await searchedPlace(pageAt, documentId));
  if (at === null) return null;
  const { total } = await pageAt(Math.floor(at / PAGE_ROWS));
  const rowAt = async (index: number): Promise<Neighbor | null> => {
    if (index < 0 || index >= total) return null;
    const row = (await pageAt(Math.floor(index / PAGE_ROWS))).rows[index % PAGE_ROWS];
    return row?.kind === 'document' ? row : null;
  };
  const [previous, next] = await Promise.all([rowAt(at - 1), rowAt(at + 1)]);
  return { previous, next, at, count: total };

  function knownPlace(): number | null {
    const all = pageQueryKey(container, options, FIRST_DOCUMENTS).slice(0, -1);
    for (const [key, page] of queries.getQueriesData<Page>({ queryKey: all })) {
      const index = page?.rows.findIndex(({ id }) => id === documentId) ?? -1;
      if (index >= 0) return Number(key.at(-1)) * PAGE_ROWS + index;
    }
    return null;
  }
}

async function searchedPlace(pageAt: (page: number) => Promise<Page>, documentId: number): Promise<number | null> {
  for (let page = 0; page < SEARCHED_PAGES; page += 1) {
    // One after the other, because most lists have one page.
    // oxlint-disable-next-line no-await-in-loop -- see above
    const { rows, total } = await pageAt(page);
    const index = rows.findIndex(({ id }) => id === documentId);
    if (index >= 0) return page * PAGE_ROWS + index;
    if ((page + 1) * PAGE_ROWS >= total) return null;
  }
  return null;
}
