import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeploymentTrashItem, TrashItem } from '../../api/answers.ts';
import { purge, restore } from '../../api/library.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { ApiError } from '../../api/client.ts';
import { describeFailure, runAll } from '../library/actions/run-all.ts';
import type { Target } from '../library/actions/use-actions.ts';
import { showOutcome, whatOf } from '../library/actions/outcome.ts';
import { closeNotice } from '../shell/notice-list.ts';

/** The items in trash. */
export type Trashed = { kind: 'library' | 'folder' | 'document'; id: number; name: string };

/** Items that can be restored to another folder. */
export type HasPlace = Trashed & { kind: 'folder' | 'document' };

export function trashedOf({ ItemName: name, Embedded }: TrashItem | DeploymentTrashItem): Trashed {
  const { Document, Folder, Library } = Embedded;
  if (Document !== null) return { kind: 'document', id: Document.DocumentId, name };
  if (Folder !== null) return { kind: 'folder', id: Folder.FolderId, name };
  return { kind: 'library', id: Library.LibraryId, name };
}

/** A question about these items: whether to delete them permanently, or to which other folder they are restored. */
export type Asked = { question: 'purge'; items: Trashed[] } | { question: 'place'; items: HasPlace[] };

export type Trash = {
  /** To the original places, or into another folder. */
  restore: (items: Trashed[], into?: Target) => Promise<void>;
  purge: (items: Trashed[]) => Promise<void>;
  isBusy: boolean;
  asked: Asked | null;
  ask: (asked: Asked | null) => void;
};

/** Restores and permanent deletions. Belongs to the page: a list that becomes empty must not close a question. */
export function useTrash(): Trash {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [asked, ask] = useState<Asked | null>(null);
  const during = (work: () => Promise<void>) => {
    setBusy(true);
    return work().finally(() => {
      setBusy(false);
      // The list may be gone, which would have kept the focus.
      setTimeout(() => {
        if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true });
      });
    });
  };
  const restoreAll = async (items: Trashed[], into?: Target) => {
    const { homeless, ...outcome } = await restoreInOrder(items, into);
    await showOutcome(queries, outcome, restoredText(outcome.done), {
      describe: (error) => describeFailure(error, into?.name),
    });
    if (outcome.done.length + outcome.failed.length === 0) closeNotice(outcome.noticeId);
    if (homeless.length > 0) ask({ question: 'place', items: homeless });
  };
  const purgeAll = async (items: Trashed[]) => {
    const outcome = await runAll(items, purge);
    const purged = outcome.done.map(({ item }) => item);
    await showOutcome(queries, outcome, libraryMessages.done.purged(whatOf(purged)));
  };
  return {
    restore: (items, into) => during(() => restoreAll(items, into)),
    purge: (items) => during(() => purgeAll(items)),
    isBusy,
    asked,
    ask,
  };
}

// One item is named, also by the name that it has now.
function restoredText(done: { item: Trashed; result: string }[]): string {
  const [first] = done;
  const { restored, restoredAs } = libraryMessages.done;
  if (first !== undefined && done.length === 1 && first.result !== first.item.name)
    return restoredAs(first.item.name, first.result);
  return restored(whatOf(done.map(({ item }) => item)));
}

/** `homeless` are the items whose original folder no longer exists. They are not among the failed ones. */
async function restoreInOrder(items: Trashed[], into?: Target) {
  let restored = 0;
  // In the order of the list: a folder comes before what was deleted from it earlier, which returns to it wherever it is now.
  const outcome = await runAll(
    items,
    async (item) => {
      const isFirst = restored === 0;
      const name = await (into === undefined || isFirst ? restore(item, into?.id) : restoreNear(item, into.id));
      restored += 1;
      return name;
    },
    1,
  );
  const isHomeless = (item: Trashed, error: Error): item is HasPlace =>
    into === undefined && item.kind !== 'library' && isPlaceGone(error);
  return {
    ...outcome,
    homeless: outcome.failed.flatMap(({ item, error }) => (isHomeless(item, error) ? [item] : [])),
    failed: outcome.failed.filter(({ item, error }) => !isHomeless(item, error)),
  };
}

// To its place, which can be a folder that was restored before it; otherwise into the folder.
const restoreNear = (item: Trashed, folderId: number) =>
  restore(item).catch((error: Error) => {
    if (!isPlaceGone(error)) throw error;
    return restore(item, folderId);
  });

const isPlaceGone = (error: Error): boolean => error instanceof ApiError && error.more['IsPlaceGone'] === true;
