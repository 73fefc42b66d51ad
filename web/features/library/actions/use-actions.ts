/** Actions for folders and documents, with notices and undo. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ContainerKey, ItemKey } from '../../../api/keys.ts';
import { ApiError } from '../../../api/client.ts';
import { copy, listNamesakes, move, remove, rename, restore } from '../../../api/library.ts';
import { type TagValues, changeTags } from '../../../api/tags.ts';
import { libraryMessages } from '../../../messages/en/library.ts';
import { tagMessages } from '../../../messages/en/tags.ts';
import { refreshTags } from '../../tags/refresh-tags.ts';
import { showNotice } from '../../shell/notice-list.ts';
import { numbered } from '../../uploads/names/numbered.ts';
import type { LibraryItem } from '../item/library-item.ts';
import { refreshLists, showOutcome, undo, whatOf } from './outcome.ts';
import { type BatchResult, describeFailure, isConflict, leftOf, runAll } from './run-all.ts';

const t = libraryMessages.done;

/** The target of a move or copy. */
export type Target = ContainerKey & { name: string };

export type Actions = {
  /** Throws problems of the server, and 409 for a name that another item has, which the rename dialog shows. */
  rename: (entry: LibraryItem, name: string, place: ContainerKey) => Promise<void>;
  remove: (entries: LibraryItem[]) => Promise<void>;
  move: (entries: LibraryItem[], from: ContainerKey, to: Target) => Promise<void>;
  copy: (entries: LibraryItem[], to: Target) => Promise<void>;
  /** Documents only. */
  tag: (entries: LibraryItem[], values: TagValues) => Promise<void>;
};

/** The selection, as actions change it. */
export type Chosen = {
  /** The items are about to leave the list or to get another name. */
  drop: (entries: LibraryItem[]) => void;
  /** Their action failed, or they have another name now, and they are still there. */
  choose: (entries: LibraryItem[]) => void;
};

export function useActions(chosen: Chosen): Actions {
  const queries = useQueryClient();
  return useMemo(() => createActions(queries, chosen), [queries, chosen]);
}

function createActions(queries: QueryClient, chosen: Chosen): Actions {
  return {
    rename: (entry, name, place) => renameInList(queries, { entry, name, place }, chosen),
    remove: async (entries) => {
      chosen.drop(entries);
      const outcome = await runAll(entries, remove);
      chosen.choose(leftOf(outcome));
      const removed = outcome.done.map(({ item }) => item);
      const back = async () => showOutcome(queries, await runAll(removed, (entry) => restore(entry)), t.undone);
      await showOutcome(queries, outcome, t.removed(whatOf(removed)), { back });
    },
    move: async (entries, from, to) => {
      await transfer(queries, entries, to, {
        chosen,
        work: ifFree(to, (entry, name) => move(entry, to, name)),
        text: t.moved,
        back: (moved) =>
          runAll(
            moved.map(({ item }) => item),
            ifFree(from, (item) => move(item, from, item.name)),
          ),
      });
    },
    copy: async (entries, to) => {
      await transfer(queries, entries, to, {
        chosen,
        work: ifFree<ItemKey>(to, (entry, name) => copy(entry, to, name)),
        text: t.copied,
        back: (made) => runAll(made, ({ result }) => remove(result)),
      });
    },
    tag: async (entries, values) => {
      const outcome = await runAll(entries, ({ id }) => changeTags(id, values));
      refreshTags(queries);
      await showOutcome(queries, outcome, tagMessages.bulk.saved(whatOf(outcome.done.map(({ item }) => item))));
    },
  };
}

type Renaming = { entry: LibraryItem; name: string; place: ContainerKey };

async function renameInList(queries: QueryClient, { entry, name, place }: Renaming, { drop, choose }: Chosen) {
  await renameIfFree(entry, name, place);
  drop([entry]);
  await refreshLists(queries);
  choose([{ ...entry, name }]);
  const back = async () =>
    showOutcome(queries, await runAll([entry], () => renameIfFree(entry, entry.name, place)), t.undone);
  showNotice({ kind: 'done', text: t.renamed(name), act: undo(back) });
}

// Documents of one name are allowed if their contents differ, but nobody could tell them apart in a list.
async function refuseTaken(entry: LibraryItem, { kind, id }: ContainerKey, name = entry.name): Promise<void> {
  if (entry.kind !== 'document' || kind !== 'folder') return;
  const namesakes = await listNamesakes(id, name);
  if (namesakes.some(({ DocumentId }) => DocumentId !== entry.id))
    throw new ApiError(409, libraryMessages.conflict.taken);
}

async function renameIfFree(entry: LibraryItem, name: string, place: ContainerKey): Promise<void> {
  await refuseTaken(entry, place, name);
  await rename(entry, name);
}

// The works of one action run beside each other, so each claims its name before it looks.
function ifFree<Result>(to: ContainerKey, work: Transfer<Result>['work']): Transfer<Result>['work'] {
  const claimed = new Set<string>();
  return async (entry, name = entry.name) => {
    const claim = `${entry.kind} ${name.toLowerCase()}`;
    if (claimed.has(claim)) throw new ApiError(409, libraryMessages.conflict.taken);
    claimed.add(claim);
    try {
      await refuseTaken(entry, to, name);
      return await work(entry, name);
    } catch (error) {
      claimed.delete(claim);
      throw error;
    }
  };
}

type Transfer<Result> = {
  chosen: Chosen;
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
  how.chosen.drop(entries);
  const outcome = await runAll(entries, (entry) => (isBoth ? withFreeName(entry, how.work) : how.work(entry)));
  how.chosen.choose(leftOf(outcome));
  const taken = outcome.failed.filter(({ error }) => isConflict(error)).map(({ item }) => item);
  const failed = outcome.failed.filter(({ error }) => !isConflict(error));
  const back = async () => showOutcome(queries, await how.back(outcome.done), t.undone);
  const text = how.text(whatOf(outcome.done.map(({ item }) => item)), to.name);
  await showOutcome(queries, { ...outcome, failed }, text, {
    back,
    describe: (error) => describeFailure(error, to.name),
  });
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
