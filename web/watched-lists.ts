/**
 * The lists that this tab shows. The event stream announces their changes (decision 0095), and `web/live.ts` fetches what
 * has changed.
 */
import type { ContainerKey, ItemKey } from './api/keys.ts';

/** A list of a folder or library, or the comments of a document. */
export type ListKey = ContainerKey | (ItemKey & { kind: 'document' });

/** Event on `window` with a `ListEvent`. */
export const LIST_EVENT = 'carrel-list';

/** `version`: of the list when watching began. `closed`: no more changes are announced for any list. */
export type ListEvent =
  | { type: 'watching' | 'changed' | 'lost'; list: ListKey; version: number | null }
  | { type: 'closed' };

export function announceList(detail: ListEvent): void {
  window.dispatchEvent(new CustomEvent<ListEvent>(LIST_EVENT, { detail }));
}

export const nameOfList = ({ kind, id }: ListKey): string => `${kind}/${id}`;

const shown = new Map<symbol, ListKey>();
const listeners = new Set<() => void>();
let query = '';

/** Names a list until the returned function is called. */
export function watchList(list: ListKey): () => void {
  const token = Symbol(nameOfList(list));
  shown.set(token, list);
  update();
  return () => {
    shown.delete(token);
    update();
  };
}

/** The lists as query parameters of the stream. */
export const watchedLists = (): string => query;

export function onWatchedLists(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function update(): void {
  const ids = (wanted: ListKey['kind']) =>
    [...new Set([...shown.values()].filter(({ kind }) => kind === wanted).map(({ id }) => id))].join(',');
  const parts = { folders: ids('folder'), libraries: ids('library'), documents: ids('document') };
  query = new URLSearchParams(Object.entries(parts).filter(([, text]) => text !== '')).toString();
  for (const listener of listeners) listener();
}
