/** Notices about actions. They are stored outside the pages, so that Undo stays available after navigation. */

export type Notice = Readonly<{
  id: number;
  text: string;
  /** `doing`: in progress. `failed` and `due` stay until they are closed. */
  kind: 'doing' | 'done' | 'failed' | 'due';
  /** The action of the notice, which also closes it. */
  act?: { label: string; run: () => void } | undefined;
}>;

/** The maximum number of notices on the page. */
const MAX_SHOWN = 3;

let list: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

export const listNotices = (): readonly Notice[] => list;

export function onNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Shows a notice, optionally in place of another one, and returns its id. */
export function showNotice(notice: Omit<Notice, 'id'>, replaced?: number): number {
  const id = replaced ?? ++lastId;
  const fresh = { ...notice, id };
  const isThere = list.some((other) => other.id === id);
  set(isThere ? list.map((other) => (other.id === id ? fresh : other)) : [...list, fresh].slice(-MAX_SHOWN));
  return id;
}

export function closeNotice(id: number): void {
  set(list.filter((notice) => notice.id !== id));
}

function set(next: readonly Notice[]): void {
  list = next;
  for (const listener of listeners) listener();
}
