/** What one does with folders and documents: at once for many, told, and undone with one click. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ContainerKey } from '../../api/keys.ts';
import { copy, move, remove, rename, restore } from '../../api/library.ts';
import { appTexts } from '../../texts/en/app.ts';
import { libraryTexts } from '../../texts/en/library.ts';
import { showNotice } from '../shell/notice-list.ts';
import { numbered } from '../uploads/numbered.ts';
import type { Entry } from './entry.ts';
import { type Outcome, isConflict, runAll, whyNot } from './run-all.ts';

const said = libraryTexts.done;

/** Where something goes. */
export type Target = ContainerKey & { name: string };

export type Actions = {
  /** Throws what the server refuses, for the dialog that asks for the name. */
  rename: (entry: Entry, name: string) => Promise<void>;
  remove: (entries: Entry[]) => Promise<void>;
  move: (entries: Entry[], from: ContainerKey, to: Target) => Promise<void>;
  copy: (entries: Entry[], to: Target) => Promise<void>;
};

/** `onCarried` is told when things are about to leave the list, or have another name. */
export function useActions(onCarried: () => void): Actions {
  const queries = useQueryClient();
  return useMemo(() => actionsWith(queries, onCarried), [queries, onCarried]);
}

/** What lists show may have changed everywhere. */
export function refreshLists(queries: QueryClient): void {
  for (const noun of ['listing', 'tree', 'place', 'document', 'trash', 'found', 'shared']) {
    void queries.invalidateQueries({ queryKey: [noun] });
  }
}

function actionsWith(queries: QueryClient, onCarried: () => void): Actions {
  return {
    rename: async (entry, name) => {
      await rename(entry, name);
      onCarried();
      refreshLists(queries);
      const back = async () => finish(queries, await runAll([entry], () => rename(entry, entry.name)), said.undone);
      showNotice({ kind: 'done', text: said.renamed(name), act: undo(back) });
    },
    remove: async (entries) => {
      onCarried();
      const outcome = await runAll(entries, remove);
      const removed = outcome.done.map(({ item }) => item);
      const back = async () => finish(queries, await runAll(removed, (entry) => restore(entry)), said.undone);
      finish(queries, outcome, said.removed(whatOf(removed)), back);
    },
    move: async (entries, from, to) => {
      onCarried();
      await carry(queries, entries, to, {
        work: (entry, name) => move(entry, to, name),
        text: said.moved,
        back: (moved) => runAll(moved, ({ item }) => move(item, from, item.name)),
      });
    },
    copy: async (entries, to) => {
      onCarried();
      await carry(queries, entries, to, {
        work: (entry, name) => copy(entry, to, name),
        text: said.copied,
        back: (made) => runAll(made, ({ result }) => remove(result)),
      });
    },
  };
}

type Carrying<Result> = {
  work: (entry: Entry, name?: string) => Promise<Result>;
  text: (what: string, to: string) => string;
  back: (done: { item: Entry; result: Result }[]) => Promise<Outcome<unknown, unknown>>;
};

// What is there already, by name or by name and content, can go under another name.
async function carry<Result>(
  queries: QueryClient,
  entries: Entry[],
  to: Target,
  how: Carrying<Result>,
  isBoth = false,
): Promise<void> {
  const outcome = await runAll(entries, (entry) => (isBoth ? underFreeName(entry, how.work) : how.work(entry)));
  const taken = outcome.failed.filter(({ error }) => isConflict(error)).map(({ item }) => item);
  const failed = outcome.failed.filter(({ error }) => !isConflict(error));
  const back = async () => finish(queries, await how.back(outcome.done), said.undone);
  const text = how.text(whatOf(outcome.done.map(({ item }) => item)), to.name);
  finish(queries, { ...outcome, failed }, text, back);
  if (taken.length === 0) return;
  const both = { label: libraryTexts.conflict.both, run: () => void carry(queries, taken, to, how, true) };
  const names = taken.map(({ name }) => name);
  showNotice(
    { kind: 'failed', text: libraryTexts.conflict.text(names, to.name), act: both },
    outcome.done.length + failed.length === 0 ? outcome.noticeId : undefined,
  );
}

/** More of one name in one folder are nobody's wish. */
const MAX_NUMBER = 50;

async function underFreeName<Result>(entry: Entry, work: Carrying<Result>['work']): Promise<Result> {
  let name = numbered(entry.name, entry.kind);
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(entry, name);
    } catch (error) {
      if (!isConflict(error as Error) || tries === MAX_NUMBER) throw error;
      name = numbered(name, entry.kind);
    }
  }
}

// Tells what became of it: what was done, with the way back, and what was not.
function finish(
  queries: QueryClient,
  { done, failed, noticeId }: Outcome<unknown, unknown>,
  text: string,
  back?: () => Promise<void>,
): void {
  refreshLists(queries);
  const [first] = failed;
  if (done.length > 0) showNotice({ kind: 'done', text, act: back === undefined ? undefined : undo(back) }, noticeId);
  if (first === undefined) return;
  const why = libraryTexts.failed(failed.length, done.length + failed.length, whyNot(first.error));
  showNotice({ kind: 'failed', text: why }, done.length > 0 ? undefined : noticeId);
}

const undo = (back: () => Promise<void>) => ({ label: appTexts.notices.undo, run: () => void back() });

const whatOf = (entries: Entry[]) => libraryTexts.what(entries.map(({ name }) => name));
