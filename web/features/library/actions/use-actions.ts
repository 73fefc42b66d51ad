/** Actions for folders and documents, with notices and undo. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ContainerKey } from '../../../api/keys.ts';
import { copy, move, remove, rename, restore } from '../../../api/library.ts';
import { type TagValues, changeTags } from '../../../api/tags.ts';
import { appMessages } from '../../../messages/en/app.ts';
import { libraryMessages } from '../../../messages/en/library.ts';
import { tagMessages } from '../../../messages/en/tags.ts';
import { refreshTags } from '../../tags/refresh-tags.ts';
import { showNotice } from '../../shell/notice-list.ts';
import { numbered } from '../../uploads/numbered.ts';
import type { LibraryItem } from '../item/library-item.ts';
import { type BatchResult, isConflict, runAll, describeFailure } from './run-all.ts';

const t = libraryMessages.done;

/** The target of a move or copy. */
export type Target = ContainerKey & { name: string };

export type Actions = {
  /** Throws problems of the server, which the rename dialog shows. */
  rename: (entry: LibraryItem, name: string) => Promise<void>;
  remove: (entries: LibraryItem[]) => Promise<void>;
  move: (entries: LibraryItem[], from: ContainerKey, to: Target) => Promise<void>;
  copy: (entries: LibraryItem[], to: Target) => Promise<void>;
  /** Documents only. */
  tag: (entries: LibraryItem[], values: TagValues) => Promise<void>;
};

/** `onCarried` is called when items are about to leave the list or to get another name. */
export function useActions(onCarried: () => void): Actions {
  const queries = useQueryClient();
  return useMemo(() => createActions(queries, onCarried), [queries, onCarried]);
}

/** Any list may be out of date after a change. Resolves when the rows on the page are fetched again. */
export async function refreshLists(queries: QueryClient): Promise<void> {
  for (const noun of ['tree', 'place', 'document', 'trash', 'found', 'shared']) {
    void queries.invalidateQueries({ queryKey: [noun] });
  }
  await queries.invalidateQueries({ queryKey: ['listing'] });
}

function createActions(queries: QueryClient, onCarried: () => void): Actions {
  return {
    rename: async (entry, name) => {
      await rename(entry, name);
      onCarried();
      await refreshLists(queries);
      const back = async () => finish(queries, await runAll([entry], () => rename(entry, entry.name)), t.undone);
      showNotice({ kind: 'done', text: t.renamed(name), act: undo(back) });
    },
    remove: async (entries) => {
      onCarried();
      const outcome = await runAll(entries, remove);
      const removed = outcome.done.map(({ item }) => item);
      const back = async () => finish(queries, await runAll(removed, (entry) => restore(entry)), t.undone);
      await finish(queries, outcome, t.removed(whatOf(removed)), back);
    },
    move: async (entries, from, to) => {
      onCarried();
      await transfer(queries, entries, to, {
        work: (entry, name) => move(entry, to, name),
        text: t.moved,
        back: (moved) => runAll(moved, ({ item }) => move(item, from, item.name)),
      });
    },
    copy: async (entries, to) => {
      onCarried();
      await transfer(queries, entries, to, {
        work: (entry, name) => copy(entry, to, name),
        text: t.copied,
        back: (made) => runAll(made, ({ result }) => remove(result)),
      });
    },
    tag: async (entries, values) => {
      const outcome = await runAll(entries, ({ id }) => changeTags(id, values));
      refreshTags(queries);
      await finish(queries, outcome, tagMessages.bulk.saved(whatOf(outcome.done.map(({ item }) => item))));
    },
  };
}

type Transfer<Result> = {
  work: (entry: LibraryItem, name?: string) => Promise<Result>;
  text: (what: string, to: string) => string;
  back: (done: { item: LibraryItem; result: Result }[]) => Promise<BatchResult<unknown, unknown>>;
};

// Items that already exist at the target can be stored under another name.
async function transfer<Result>(
  queries: QueryClient,
  entries: LibraryItem[],
  to: Target,
  how: Transfer<Result>,
  isBoth = false,
): Promise<void> {
  const outcome = await runAll(entries, (entry) => (isBoth ? withFreeName(entry, how.work) : how.work(entry)));
  const taken = outcome.failed.filter(({ error }) => isConflict(error)).map(({ item }) => item);
  const failed = outcome.failed.filter(({ error }) => !isConflict(error));
  const back = async () => finish(queries, await how.back(outcome.done), t.undone);
  const text = how.text(whatOf(outcome.done.map(({ item }) => item)), to.name);
  await finish(queries, { ...outcome, failed }, text, back);
  if (taken.length === 0) return;
  const both = { label: libraryMessages.conflict.both, run: () => void transfer(queries, taken, to, how, true) };
  const names = taken.map(({ name }) => name);
  showNotice(
    { kind: 'failed', text: libraryMessages.conflict.text(names, to.name), act: both },
    outcome.done.length + failed.length === 0 ? outcome.noticeId : undefined,
  );
}

/** The maximum number of names to try. */
const MAX_ATTEMPTS = 50;

async function withFreeName<Result>(entry: LibraryItem, work: Transfer<Result>['work']): Promise<Result> {
  let name = numbered(entry.name, entry.kind);
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work(entry, name);
    } catch (error) {
      if (!isConflict(error as Error) || attempts === MAX_ATTEMPTS) throw error;
      name = numbered(name, entry.kind);
    }
  }
}

// Shows the result: the finished items with undo, and the failed ones. The lists come first: rows that moved after the notice
// would move under the next click, which would select another item.
async function finish(
  queries: QueryClient,
  { done, failed, noticeId }: BatchResult<unknown, unknown>,
  text: string,
  back?: () => Promise<void>,
): Promise<void> {
  await refreshLists(queries);
  const [first] = failed;
  if (done.length > 0) showNotice({ kind: 'done', text, act: back === undefined ? undefined : undo(back) }, noticeId);
  if (first === undefined) return;
  const why = libraryMessages.failed(failed.length, done.length + failed.length, describeFailure(first.error));
  showNotice({ kind: 'failed', text: why }, done.length > 0 ? undefined : noticeId);
}

const undo = (back: () => Promise<void>) => ({ label: appMessages.notices.undo, run: () => void back() });

const whatOf = (entries: LibraryItem[]) => libraryMessages.what(entries.map(({ name }) => name));
