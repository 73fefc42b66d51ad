/**
 * Keeps pages up to date with changes from other tabs and other people (decision 0062). Tabs of one browser notify each other
 * about changes. In addition, a tab in use polls its visible lists every few seconds.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { CHANGED } from './api/client.ts';

const CHANNEL = 'carrel-changes';

/** The polling interval of visible lists. */
const POLL_MS = 5000;
/** How long a tab counts as used after the last input. */
const IN_USE_MS = 5 * 60_000;
/** Rows must not move under a click, or between two clicks. */
const QUIET_AFTER_CLICK_MS = 1000;
/** Batches changes into one message. */
const ANNOUNCE_DELAY_MS = 500;
/** Longer lists are refetched only when the person returns to the tab. */
const MAX_POLLED_PAGES = 2;

/** Query keys that are polled. */
const POLLED_NOUNS = new Set<unknown>(['listing', 'document', 'trash', 'tasks', 'own-shares', 'shared', 'libraries']);
/** Query keys that a change in another tab may affect. */
const STALE_NOUNS = new Set<unknown>([
  ...POLLED_NOUNS,
  'place',
  'tree',
  'found',
  'tags',
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
  const stopPolling = pollWhileUsed(() => void refresh(queries), signal);
  return () => {
    stopping.abort();
    clearTimeout(gathering);
    stopPolling();
    channel.close();
  };
}

function pollWhileUsed(poll: () => void, signal: AbortSignal): () => void {
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
    if (!wasUsed && isStill()) poll();
  });
  listen(['pointerdown', 'pointerup', 'pointercancel', 'dragend'], ({ type }) => {
    isPressed = type === 'pointerdown';
    pressedAt = Date.now();
    usedAt = pressedAt;
  });
  listen(['visibilitychange'], () => {
    if (document.hidden) return;
    usedAt = Date.now();
    poll();
  });
  const timer = setInterval(() => {
    if (isUsed() && isStill()) poll();
  }, POLL_MS);
  return () => clearInterval(timer);
}

async function refresh(queries: QueryClient): Promise<void> {
  const shown = queries.getQueryCache().findAll({ type: 'active', predicate: isPolled });
  const before = new Map(shown.map((query) => [query, query.state.data]));
  await queries.refetchQueries({ type: 'active', predicate: isPolled }, { cancelRefetch: false });
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

// Refused queries are not repeated, because the page already shows the error.
function isPolled({ queryKey: [noun], state }: Query): boolean {
  const { pages = [] } = (state.data ?? {}) as { pages?: unknown[] };
  return POLLED_NOUNS.has(noun) && state.status === 'success' && pages.length <= MAX_POLLED_PAGES;
}
