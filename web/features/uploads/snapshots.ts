/** Batches the changes of a list: pages get an immutable snapshot up to ten times a second. */
export type Snapshots<Item> = {
  subscribe: (listener: () => void) => () => void;
  list: () => readonly Item[];
  /** Schedules a notification of the listeners. */
  notify: () => void;
  /** Notifies the listeners immediately. */
  flush: () => void;
};

const NOTIFY_EVERY_MS = 100;

/** Creates snapshots of the list that `read` returns. */
export function createSnapshots<Item>(read: () => Item[]): Snapshots<Item> {
  const listeners = new Set<() => void>();
  let snapshot: readonly Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    snapshot = read();
    for (const listener of listeners) listener();
  };
  return {
    flush,
    notify: () => {
      timer ??= setTimeout(flush, NOTIFY_EVERY_MS);
    },
    list: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
