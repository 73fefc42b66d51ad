/** The pages of a long list, with folders before documents. */

/** Rows per page. */
export const PAGE_ROWS = 200;

export type PageKey = { kind: 'folders' | 'documents'; page: number };

/** The pages with the rows from `start` to `end` (exclusive), in order. */
export function pagesForRows(folders: number, { start, end }: { start: number; end: number }): PageKey[] {
  const keys: PageKey[] = [];
  const ofFolders = { start: Math.min(start, folders), end: Math.min(end, folders) };
  const ofDocuments = { start: Math.max(start - folders, 0), end: Math.max(end - folders, 0) };
  const add = (kind: PageKey['kind'], rows: { start: number; end: number }) => {
    if (rows.end <= rows.start) return;
    const last = Math.floor((rows.end - 1) / PAGE_ROWS);
    for (let page = Math.floor(rows.start / PAGE_ROWS); page <= last; page += 1) keys.push({ kind, page });
  };
  add('folders', ofFolders);
  add('documents', ofDocuments);
  return keys;
}

/** The page of a row, and its index on that page. */
export function locateRow(folders: number, row: number): PageKey & { index: number } {
  const kind = row < folders ? 'folders' : 'documents';
  const nth = row < folders ? row : row - folders;
  return { kind, page: Math.floor(nth / PAGE_ROWS), index: nth % PAGE_ROWS };
}
