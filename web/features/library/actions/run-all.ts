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

/** Runs the work for every item, so many at a time. A failure does not stop the others. */
export async function runAll<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
  concurrency = CONCURRENCY,
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
    Array.from({ length: concurrency }, async () => {
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

/** The message for an action that failed. `to`: the name of the target, which can be what is missing. */
export function describeFailure(error: Error, to?: string): string {
  return problemText(error, ({ status }) => {
    if (status === 403) return libraryMessages.noRight;
    if (status !== 404) return null;
    return to === undefined ? libraryMessages.gone : libraryMessages.goneOrTarget(to);
  });
}

const hasStatus = (error: Error, status: number): boolean => error instanceof ApiError && error.status === status;

export const isConflict = (error: Error): boolean => hasStatus(error, 409);

/** The failed items that can be tried again: all but those that no longer exist. */
export const leftOf = <Item>({ failed }: BatchResult<Item, unknown>): Item[] =>
  failed.filter(({ error }) => !hasStatus(error, 404)).map(({ item }) => item);
