/** A list that changes hundreds of times a second, as pages want it: unchanged until told, and told ten times a second. */
export type Snapshots<Item> = {
  subscribe: (listener: () => void) => () => void;
  list: () => readonly Item[];
  /** Something has changed; listeners hear of it soon. */
  notify: () => void;
  /** Listeners hear of it now. */
  flush: () => void;
};

const NOTIFY_EVERY_MS = 100;

/** Makes snapshots of what `read` gives. */
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
