/** Doing the same with many things, a few at a time, and telling how it goes. */
import { ApiError } from '../../api/client.ts';
import { libraryTexts } from '../../texts/en/library.ts';
import { problemText } from '../../ui/problem-text.ts';
import { showNotice } from '../shell/notice-list.ts';

const AT_ONCE = 4;
const TELL_EVERY_MS = 200;

export type Outcome<Item, Result> = {
  done: { item: Item; result: Result }[];
  failed: { item: Item; error: Error }[];
  /** Of the message that told how far it was. */
  noticeId: number;
};

/** Does the work with every item; those that fail keep no other from being done. */
export async function runAll<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Outcome<Item, Result>> {
  const done: { item: Item; result: Result }[] = [];
  const failed: { item: Item; error: Error }[] = [];
  const tell = () => libraryTexts.doing(done.length + failed.length, items.length);
  const noticeId = showNotice({ kind: 'doing', text: tell() });
  const timer = setInterval(() => showNotice({ kind: 'doing', text: tell() }, noticeId), TELL_EVERY_MS);
  const left = [...items];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
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
  return { done, failed, noticeId };
}

/** Why something was refused that a page had offered. */
export function whyNot(error: Error): string {
  return problemText(error, ({ status }) => {
    if (status === 403) return libraryTexts.noRight;
    return status === 404 ? libraryTexts.gone : null;
  });
}

export const isConflict = (error: Error): boolean => error instanceof ApiError && error.status === 409;
