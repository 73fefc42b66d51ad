/**
 * Searches a PDF page by page, from the current page on. The results so far are shown while it runs. Texts of pages are kept up to
 * a limit, so that the next query is answered at once.
 */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useCallback, useSyncExternalStore } from 'react';
import { type TextPiece, findMatches, foldQuery, foldText } from './fold-text.ts';

/** The same for searching and for the text above a page, so that both have the same pieces. */
export const TEXT_OPTIONS = { includeMarkedContent: true, disableNormalization: true };

export type SearchState = {
  /** Folded; empty: no search. */
  query: string;
  /** The number of results by page, for pages that have some. */
  counts: ReadonlyMap<number, number>;
  isSearching: boolean;
  /** `index`: from 0 on its page. */
  current: { page: number; index: number } | null;
};

export type PdfSearch = {
  pdf: PDFDocumentProxy;
  state: SearchState;
  pageTexts: Map<number, string>;
  kept: number;
  listeners: Set<() => void>;
};

const NOTHING: SearchState = { query: '', counts: new Map(), isSearching: false, current: null };
/** Characters of pages that are kept, about ten thousand pages. */
const MOST_KEPT = 20_000_000;
const PUBLISH_MS = 100;

export const createSearch = (pdf: PDFDocumentProxy): PdfSearch => ({
  pdf,
  state: NOTHING,
  pageTexts: new Map(),
  kept: 0,
  listeners: new Set(),
});

export function useSearchState(search: PdfSearch): SearchState {
  const subscribe = useCallback(
    (listener: () => void) => {
      search.listeners.add(listener);
      return () => void search.listeners.delete(listener);
    },
    [search],
  );
  return useSyncExternalStore(subscribe, () => search.state);
}

/** Searches all pages, from one on. A new search ends the one before; an empty text only ends it. */
export async function startSearch(search: PdfSearch, text: string, from: number): Promise<void> {
  const query = foldQuery(text);
  const counts = new Map<number, number>();
  publish(search, { ...NOTHING, query, isSearching: query !== '', counts });
  if (query === '') return;
  const { numPages } = search.pdf;
  let published = performance.now();
  for (let step = 0; step < numPages; step++) {
    const page = ((from - 1 + step) % numPages) + 1;
    // A damaged page has no text, and the others are searched.
    const found = findMatches(await textOf(search, page).catch(() => ''), query).length;
    if (search.state.query !== query || search.state.counts !== counts) return;
    if (found > 0) counts.set(page, found);
    const isFirst = found > 0 && search.state.current === null;
    if (!isFirst && performance.now() - published < PUBLISH_MS) continue;
    published = performance.now();
    publish(search, { ...search.state, current: search.state.current ?? (found > 0 ? { page, index: 0 } : null) });
  }
  publish(search, { ...search.state, isSearching: false });
}

/** Goes to the next or previous result. */
export function stepResult(search: PdfSearch, direction: 1 | -1): void {
  const { current, counts } = search.state;
  if (current === null) return;
  const index = current.index + direction;
  if (index >= 0 && index < (counts.get(current.page) ?? 0))
    return publish(search, { ...search.state, current: { page: current.page, index } });
  const pages = [...counts.keys()].toSorted((a, b) => a - b);
  const at = (pages.indexOf(current.page) + direction + pages.length) % pages.length;
  const page = pages[at] ?? current.page;
  publish(search, {
    ...search.state,
    current: { page, index: direction === 1 ? 0 : (counts.get(page) ?? 1) - 1 },
  });
}

/** The number of the current result, from 1, and of all results so far. */
export function rankOf({ counts, current }: SearchState): { rank: number; total: number } {
  let [rank, total] = [0, 0];
  for (const [page, count] of counts) {
    total += count;
    if (current !== null && page < current.page) rank += count;
  }
  return { rank: current === null ? 0 : rank + current.index + 1, total };
}

/** The pieces of text of a page, without marks of its structure. */
export const piecesOf = ({ items }: Awaited<ReturnType<PDFPageProxy['getTextContent']>>): TextPiece[] =>
  items.flatMap((item) => ('str' in item ? [item] : []));

async function textOf(search: PdfSearch, page: number): Promise<string> {
  const known = search.pageTexts.get(page);
  if (known !== undefined) return known;
  const proxy = await search.pdf.getPage(page);
  const { text } = foldText(piecesOf(await proxy.getTextContent(TEXT_OPTIONS)));
  if (search.kept + text.length <= MOST_KEPT) {
    search.pageTexts.set(page, text);
    search.kept += text.length;
  }
  return text;
}

function publish(search: PdfSearch, state: SearchState): void {
  search.state = state;
  for (const listener of search.listeners) listener();
}
