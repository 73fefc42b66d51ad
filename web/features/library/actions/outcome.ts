/** The notices after an action on many items. */
import type { QueryClient } from '@tanstack/react-query';
import { appMessages } from '../../../messages/en/app.ts';
import { libraryMessages } from '../../../messages/en/library.ts';
import { showNotice } from '../../shell/notice-list.ts';
import { type BatchResult, describeFailure } from './run-all.ts';

/** Any list may be out of date after a change. Resolves when the rows on the page are fetched again. */
export async function refreshLists(queries: QueryClient): Promise<void> {
  for (const noun of ['tree', 'place', 'document', 'found', 'shared']) {
    void queries.invalidateQueries({ queryKey: [noun] });
  }
  // Another filter would first show, and select, items that are no longer in trash.
  queries.removeQueries({ queryKey: ['trash'], type: 'inactive' });
  await Promise.all(['listing', 'trash'].map((noun) => queries.invalidateQueries({ queryKey: [noun] })));
}

type How = {
  /** Undoes the action. */
  back?: () => Promise<void>;
  /** The message for a failure. */
  describe?: (error: Error) => string;
};

/**
 * Shows the result of an action in lists. The lists come first: rows that moved after the notice would move under the next click,
 * which would select another item.
 */
export async function showOutcome(
  queries: QueryClient,
  batch: BatchResult<unknown, unknown>,
  text: string,
  how: How = {},
): Promise<void> {
  await refreshLists(queries);
  showResult(batch, text, how);
}

/** Shows the finished items with undo, and the failed ones with each reason. */
export function showResult(
  { done, failed, noticeId }: BatchResult<unknown, unknown>,
  text: string,
  { back, describe = describeFailure }: How = {},
): void {
  if (done.length > 0) showNotice({ kind: 'done', text, act: back === undefined ? undefined : undo(back) }, noticeId);
  if (failed.length === 0) return;
  const reasons = countReasons(failed.map(({ error }) => describe(error)));
  const why = libraryMessages.failed(failed.length, done.length + failed.length, reasons);
  showNotice({ kind: 'failed', text: why }, done.length > 0 ? undefined : noticeId);
}

// The most frequent reason first.
function countReasons(failures: string[]): { why: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const why of failures) counts.set(why, (counts.get(why) ?? 0) + 1);
  return [...counts].map(([why, count]) => ({ why, count })).sort((a, b) => b.count - a.count);
}

/** A notice's button. */
export const undo = (back: () => Promise<void>) => ({ label: appMessages.notices.undo, run: () => void back() });

/** The name of one item, the number of several. */
export const whatOf = (items: { name: string }[]) => libraryMessages.what(items.map(({ name }) => name));
