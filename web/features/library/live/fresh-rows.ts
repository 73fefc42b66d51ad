/** Rows that have just been added or changed by somebody else, which are highlighted for a moment. */
import { useSyncExternalStore } from 'react';
import type { RowsWithTotal } from '../../../api/client.ts';
import { type LibraryItem, keyOf } from '../item/library-item.ts';

/** As long as the animation in fresh-rows.module.css. */
const FRESH_MS = 2500;

/** A page of a list. */
export type ListedRows = RowsWithTotal<LibraryItem> | undefined;

let fresh: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** Highlights rows that differ from the row of the same item before the pages were fetched again. */
export function markChangedRows(pages: { before: ListedRows; after: ListedRows }[]): void {
  const known = new Map(
    pages.flatMap(({ before }) => before?.rows ?? []).map((row) => [keyOf(row), JSON.stringify(row)]),
  );
  const keys = pages
    .filter(({ before, after }) => before !== undefined && before !== after)
    .flatMap(({ after }) => after?.rows ?? [])
    .filter((row) => known.get(keyOf(row)) !== JSON.stringify(row))
    .map(keyOf);
  if (keys.length === 0) return;
  show(new Set([...fresh, ...keys]));
  window.setTimeout(() => show(new Set([...fresh].filter((key) => !keys.includes(key)))), FRESH_MS);
}

/** Whether the row is highlighted. */
export function useIsFresh(item: LibraryItem | null): boolean {
  return useSyncExternalStore(subscribe, () => item !== null && fresh.has(keyOf(item)));
}

function show(keys: ReadonlySet<string>): void {
  fresh = keys;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
