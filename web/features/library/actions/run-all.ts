/** Runs an action for many items, a few at a time, and shows the progress. */
import { ApiError } from '../../../api/client.ts';
import { libraryMessages } from '../../../messages/en/library.ts';
import { problemText } from '../../../ui/problem-text.ts';
import { showNotice } from '../../shell/notice-list.ts';

const CONCURRENCY = 4;
const PROGRESS_EVERY_MS = 200;

export type BatchResult<Item, Result> = {
  done: { item: Item; result: Result }[];
  failed: { item: Item; error: Error }[];
  /** The id of the progress notice. */
  noticeId: number;
};

/** Runs the work for every item. A failure does not stop the others. */
export async function runAll<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<BatchResult<Item, Result>> {
  const done: { item: Item; result: Result }[] = [];
  const failed: { item: Item; error: Error }[] = [];
  const describeProgress = () => libraryMessages.doing(done.length + failed.length, items.length);
  const noticeId = showNotice({ kind: 'doing', text: describeProgress() });
  const timer = setInterval(() => showNotice({ kind: 'doing', text: describeProgress() }, noticeId), PROGRESS_EVERY_MS);
  // The rest would not be done.
  const leaving = new AbortController();
  window.addEventListener('beforeunload', (event) => event.preventDefault(), leaving);
  const left = [...items];
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) {
        const its = item;
        await work(its).then(
          (result) => done.push({ item: its, result }),
          (error: Error) => failed.push({ item: its, error }),
        );
      }
    }),
  );
  clearInterval(timer);
  leaving.abort();
  return { done, failed, noticeId };
}

/** The message for an action that failed. */
export function describeFailure(error: Error): string {
  return problemText(error, ({ status }) => {
    if (status === 403) return libraryMessages.noRight;
    return status === 404 ? libraryMessages.gone : null;
  });
}

export const isConflict = (error: Error): boolean => error instanceof ApiError && error.status === 409;
