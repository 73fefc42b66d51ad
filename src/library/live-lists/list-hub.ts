/**
 * Announces changes of open lists and comments to the streams of this process (decision 0095). Once a second, one statement reads the
 * versions of all open lists, regardless of the number of watchers. Another checks the rights of the watchers with a
 * pending event, and of some others. Nothing runs while nobody watches.
 */
import type { Deps } from '../../platform/deps.ts';
import type { EventStream } from '../../platform/http/event-stream.ts';
import type { UserKey } from '../../core/actor.ts';
import { type ListKey, listVersions } from '../counts/list-versions.queries.ts';
import { listReadable } from './list-hub.queries.ts';

const INTERVAL_MS = 1000;

/** Further lists are read by another statement. */
const LISTS_PER_QUERY = 1000;

/**
 * Watchers whose rights are checked in one interval. More hints wait for the next interval, which also spreads the
 * requests that they cause.
 */
const MAX_CHECKS = 200;

/** The rights of every watcher are checked this often, as far as MAX_CHECKS allows, whether or not something changes. */
const CHECKED_EVERY = 5;

type List = ListKey & {
  /** Null until it was read. */
  version: number | null;
  watchers: Set<Watcher>;
};

type Watcher = ListKey & {
  userId: number;
  list: List;
  stream: EventStream;
  /** The event to send after the rights are checked. */
  due: 'watching' | 'changed' | null;
  /** The number of the interval. */
  checkedAt: number;
};

type HubDeps = Pick<Deps, 'sql' | 'clock' | 'log'>;

type HubState = { deps: HubDeps; lists: Map<string, List>; interval: number; timer: NodeJS.Timeout | null };

export type ListHub = {
  /**
   * Sends `watching` when later changes will be announced, `changed` after changes, and `lost` as the last event about a
   * list that the user can no longer read. Returns a function that ends it.
   */
  watch(user: UserKey, lists: Omit<ListKey, 'deploymentId'>[], stream: EventStream): () => void;
  /** Reads nothing anymore. The streams end by themselves. */
  close(): void;
};

export function openListHub(deps: HubDeps): ListHub {
  const hub: HubState = { deps, lists: new Map(), interval: 0, timer: null };
  return {
    watch({ deploymentId, userId }, lists, stream) {
      const watchers = lists.map((ids) => addWatcher(hub, { deploymentId, ...ids }, userId, stream));
      if (watchers.length > 0) hub.timer ??= setTimeout(() => void look(hub), 0).unref();
      return () => watchers.forEach((watcher) => removeWatcher(hub, watcher));
    },
    close() {
      if (hub.timer !== null) clearTimeout(hub.timer);
      hub.lists.clear();
    },
  };
}

function addWatcher(hub: HubState, key: ListKey, userId: number, stream: EventStream): Watcher {
  const list = hub.lists.get(nameOf(key)) ?? { ...key, version: null, watchers: new Set() };
  const watcher: Watcher = { ...key, userId, list, stream, due: 'watching', checkedAt: hub.interval };
  list.watchers.add(watcher);
  hub.lists.set(nameOf(key), list);
  return watcher;
}

function removeWatcher(hub: HubState, watcher: Watcher): void {
  const { list } = watcher;
  list.watchers.delete(watcher);
  // A watcher that lost its list is removed again when its stream ends. Others may have named the list meanwhile.
  if (list.watchers.size === 0 && hub.lists.get(nameOf(list)) === list) hub.lists.delete(nameOf(list));
}

async function look(hub: HubState): Promise<void> {
  hub.interval += 1;
  try {
    await findChanges(hub);
    await inform(hub);
  } catch (error) {
    hub.deps.log.warn({ err: error }, 'Changes of open lists could not be read.');
  }
  hub.timer = hub.lists.size === 0 ? null : setTimeout(() => void look(hub), INTERVAL_MS).unref();
}

async function findChanges(hub: HubState): Promise<void> {
  const all = [...hub.lists.values()];
  for (let first = 0; first < all.length; first += LISTS_PER_QUERY) {
    const lists = all.slice(first, first + LISTS_PER_QUERY);
    const versions = await listVersions(hub.deps.sql, lists);
    for (const [index, list] of lists.entries()) {
      const version = versions[index] ?? 0;
      if (list.version !== null && list.version !== version) {
        for (const watcher of list.watchers) watcher.due ??= 'changed';
      }
      list.version = version;
    }
  }
}

async function inform(hub: HubState): Promise<void> {
  const watchers = chooseWatchers(hub);
  if (watchers.length === 0) return;
  const readable = await listReadable(hub.deps.sql, watchers, hub.deps.clock());
  for (const watcher of watchers) {
    watcher.checkedAt = hub.interval;
    if (!watcher.list.watchers.has(watcher)) continue;
    if (!readable.has(watcher)) {
      removeWatcher(hub, watcher);
      send(watcher, 'lost');
    } else if (watcher.due !== null) {
      send(watcher, watcher.due);
      watcher.due = null;
    }
  }
}

// Those that wait for an event, then those that were not checked for some time: of each the longest first, so that a list
// with many watchers does not delay the others.
function chooseWatchers({ lists, interval }: HubState): Watcher[] {
  const waiting: Watcher[] = [];
  for (const { version, watchers } of lists.values()) {
    // The list was opened after the versions were read: a change before the next reading would be missed.
    if (version === null) continue;
    for (const watcher of watchers) {
      if (watcher.due !== null || interval - watcher.checkedAt >= CHECKED_EVERY) waiting.push(watcher);
    }
  }
  const rank = ({ due, checkedAt }: Watcher) => (due === null ? interval : 0) + checkedAt;
  return waiting.sort((one, other) => rank(one) - rank(other)).slice(0, MAX_CHECKS);
}

function send({ stream, ...list }: Watcher, type: 'watching' | 'changed' | 'lost'): void {
  // The version that the list had when watching began: rows of this version are current.
  const version = type === 'watching' ? { Version: list.list.version } : {};
  stream.send({ type, data: { ...dataOf(list), ...version } });
}

function dataOf({ folderId, libraryId, documentId }: ListKey) {
  if (documentId !== null) return { DocumentId: documentId };
  return folderId === null ? { LibraryId: libraryId } : { FolderId: folderId };
}

const nameOf = (list: ListKey): string => `${list.deploymentId} ${JSON.stringify(dataOf(list))}`;
