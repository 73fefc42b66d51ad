/**
 * Keeps pages up to date with changes from other tabs and other people (decision 0062). Tabs of one browser notify each other
 * about changes. The server announces changes of the visible list (decision 0095). In addition, a tab in use polls visible data
 * every few seconds.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { CHANGED } from './api/client.ts';
import { type ListedRows, markChangedRows } from './features/library/live/fresh-rows.ts';
import { LIST_EVENT, type ListEvent, nameOfList } from './watched-lists.ts';

const CHANNEL = 'carrel-changes';

/** The polling interval of visible lists. */
const POLL_MS = 5000;
/** Lists whose changes are announced are polled once a minute, for what is not announced: permissions further up, groups and expiries. */
const POLLS_PER_SLOW_ONE = 12;
/** Delay while rows must not move. */
const RETRY_MS = 250;
/** How long a tab counts as used after the last input. */
const IN_USE_MS = 5 * 60_000;
/** Rows must not move under a click, or between two clicks. */
const QUIET_AFTER_CLICK_MS = 1000;
/** Batches changes into one message. */
const ANNOUNCE_DELAY_MS = 500;
/** Longer lists are refetched only when the person returns to the tab. */
const MAX_POLLED_PAGES = 2;

/** Query keys that are polled. */
const POLLED_NOUNS = new Set<unknown>([
  'listing',
  'document',
  'trash',
  'tasks',
  'own-shares',
  'own-share',
  'shared',
  'libraries',
  'comments',
  'tags',
]);
/** Query keys that a change in another tab may affect. */
const STALE_NOUNS = new Set<unknown>([
  ...POLLED_NOUNS,
  'home',
  'starred',
  'place',
  'tree',
  'found',
  'revisions',
  'activity',
  'task',
  'access',
]);

/** Whether the data can be changed or removed by other people. */
export const isLive = (noun: unknown): boolean => POLLED_NOUNS.has(noun);

/** Starts the live updates and returns a function that stops them. */
export function startLiveUpdates(queries: QueryClient): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  followTabs(queries, signal);
  const use = trackUse(signal, () => void refresh(queries, isPolled));
  const announced = followAnnouncements(queries, use, signal);
  let polls = 0;
  const timer = setInterval(() => {
    if (!use.isUsed() || !use.isStill()) return;
    polls += 1;
    const isSlow = polls % POLLS_PER_SLOW_ONE === 0;
    const isDue = (query: Query) =>
      isPolled(query) ? isSlow || !announced.has(listOf(query)) : isSlow && isPlace(query);
    void refresh(queries, isDue);
  }, POLL_MS);
  return () => {
    stopping.abort();
    clearInterval(timer);
  };
}

// Tabs of one browser.
function followTabs(queries: QueryClient, signal: AbortSignal): void {
  const channel = new BroadcastChannel(CHANNEL);
  let gathering: number | undefined;
  window.addEventListener(
    CHANGED,
    () => {
      gathering ??= window.setTimeout(() => {
        gathering = undefined;
        channel.postMessage(null);
      }, ANNOUNCE_DELAY_MS);
    },
    { signal },
  );
  channel.addEventListener('message', () => {
    const refetchType = document.hidden ? 'none' : 'active';
    void queries.invalidateQueries({ predicate: ({ queryKey: [noun] }) => STALE_NOUNS.has(noun), refetchType });
  });
  signal.addEventListener('abort', () => {
    clearTimeout(gathering);
    channel.close();
  });
}

type Use = { isUsed: () => boolean; isStill: () => boolean };

/** Whether the tab is in use, and whether rows can move now. `onReturn` is called when it is used again. */
function trackUse(signal: AbortSignal, onReturn: () => void): Use {
  let usedAt = Date.now();
  let pressedAt = 0;
  let isPressed = false;
  const isUsed = () => !document.hidden && Date.now() - usedAt < IN_USE_MS;
  const isStill = () => !isPressed && Date.now() - pressedAt >= QUIET_AFTER_CLICK_MS;
  const listen = (names: string[], work: (event: Event) => void) => {
    for (const name of names) window.addEventListener(name, work, { signal, passive: true, capture: true });
  };
  listen(['keydown', 'pointermove', 'wheel', 'touchmove', 'focus'], () => {
    const wasUsed = isUsed();
    usedAt = Date.now();
    if (!wasUsed && isStill()) onReturn();
  });
  listen(['pointerdown', 'pointerup', 'pointercancel', 'dragend'], ({ type }) => {
    isPressed = type === 'pointerdown';
    pressedAt = Date.now();
    usedAt = pressedAt;
  });
  // Requests failed without a network, also those after an announcement.
  listen(['online'], onReturn);
  listen(['visibilitychange'], () => {
    if (document.hidden) return;
    usedAt = Date.now();
    onReturn();
  });
  return { isUsed, isStill };
}

/** Fetches lists of which the server announces a change. Returns the names of those that it watches. */
function followAnnouncements(queries: QueryClient, { isUsed, isStill }: Use, signal: AbortSignal): Set<string> {
  const announced = new Set<string>();
  const due = new Map<string, Due>();
  let timer: number | undefined;
  const fetchDue = () => {
    timer = undefined;
    if (due.size === 0) return;
    // Rows that are being fetched may be older than the change or newer. Their version will tell.
    const isLoading = queries.isFetching({ predicate: (query) => due.has(listOf(query)) }) > 0;
    if (isUsed() && (isLoading || !isStill())) {
      timer = window.setTimeout(fetchDue, RETRY_MS);
      return;
    }
    const lists = new Map(due);
    due.clear();
    if (isUsed()) void refetchLists(queries, lists);
    // Fetched as soon as the tab is used again.
    else void queries.invalidateQueries({ predicate: (query) => lists.has(listOf(query)), refetchType: 'none' });
  };
  window.addEventListener(
    LIST_EVENT,
    ({ detail }: CustomEventInit<ListEvent>) => {
      if (detail === undefined || detail.type === 'closed') return announced.clear();
      const name = nameOfList(detail.list);
      if (detail.type === 'lost') announced.delete(name);
      else announced.add(name);
      const version = due.has(name) && due.get(name)?.version === null ? null : detail.version;
      due.set(name, { isNews: due.get(name)?.isNews === true || detail.type === 'changed', version });
      if (timer === undefined) fetchDue();
    },
    { signal },
  );
  signal.addEventListener('abort', () => clearTimeout(timer));
  return announced;
}

/**
 * A list to fetch. `isNews`: new rows are highlighted, which those are not that changed before the list was watched.
 * `version`: rows of this one or a later one are current; null if none are.
 */
type Due = { isNews: boolean; version: number | null };

async function refetchLists(queries: QueryClient, lists: Map<string, Due>): Promise<void> {
  const predicate = (query: Query) => {
    const wanted = lists.get(listOf(query));
    return wanted !== undefined && (wanted.version === null || versionOf(query) < wanted.version);
  };
  const isNews = (query: Query) => query.queryKey[0] === 'listing' && lists.get(listOf(query))?.isNews === true;
  const shown = queries.getQueryCache().findAll({ type: 'active', predicate: isNews });
  const pages = shown.map((query) => ({ query, before: query.state.data as ListedRows }));
  await queries.refetchQueries({ type: 'active', predicate });
  markChangedRows(pages.map(({ query, before }) => ({ before, after: query.state.data as ListedRows })));
}

/** The version of the list that the rows of a query have; -1 if it is unknown. */
function versionOf({ state }: Query): number {
  type Rows = { version?: number | null };
  const { pages, ...page } = (state.data ?? {}) as Rows & { pages?: Rows[] };
  return Math.min(...(pages ?? [page]).map(({ version }) => version ?? -1));
}

/** The name of the list that a query is a page of, or ''. */
function listOf({ queryKey: [noun, kind, id] }: Query): string {
  if (noun === 'comments') return `document/${String(kind)}`;
  return noun === 'listing' || noun === 'tree' ? `${String(kind)}/${String(id)}` : '';
}

async function refresh(queries: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  const shown = queries.getQueryCache().findAll({ type: 'active', predicate });
  const before = new Map(shown.map((query) => [query, query.state.data]));
  await queries.refetchQueries({ type: 'active', predicate }, { cancelRefetch: false });
  // Data of a document is refetched when the document changes.
  for (const [{ queryKey, state }, data] of before) {
    const [noun, id] = queryKey;
    if (noun !== 'document' || state.data === data) continue;
    for (const about of [
      ['revisions', id],
      ['activity', String(id)],
      ['place', 'document', id],
    ])
      void queries.invalidateQueries({ queryKey: about });
  }
}

// A folder that is open can be renamed or moved.
const isPlace = ({ queryKey: [noun], state }: Query): boolean => noun === 'place' && state.status === 'success';

// Refused queries are not repeated, because the page already shows the error.
function isPolled({ queryKey: [noun], state }: Query): boolean {
  const { pages = [] } = (state.data ?? {}) as { pages?: unknown[] };
  return POLLED_NOUNS.has(noun) && state.status === 'success' && pages.length <= MAX_POLLED_PAGES;
}
