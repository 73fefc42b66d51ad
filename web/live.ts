/**
 * Keeps pages up to date with changes from other tabs and other people (decision 0062). Tabs of one browser tell each other that
 * something changed. For everything else the tab asks again for the lists that it shows, every few seconds while somebody uses it.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { CHANGED } from './api/client.ts';

const CHANNEL = 'carrel-changes';

/** How often the lists in sight are asked for. */
const POLL_MS = 5000;
/** After the last key, click or movement a tab counts as used for so long. */
const IN_USE_MS = 5 * 60_000;
/** Rows do not move under a click, and not between two clicks. */
const QUIET_AFTER_CLICK_MS = 1000;
/** Many changes at once are one message. */
const ANNOUNCE_DELAY_MS = 500;
/** A list that was opened further is asked for when somebody comes back to the tab only. */
const MAX_POLLED_PAGES = 2;

/** What is polled: nouns of query keys. */
const POLLED_NOUNS = new Set<unknown>(['listing', 'document', 'trash', 'tasks', 'own-shares', 'shared', 'libraries']);
/** What else a change in another tab may concern. */
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

/** Whether a page shows it as something that others may change or take away. */
export const isLive = (noun: unknown): boolean => POLLED_NOUNS.has(noun);

/** Starts to keep what is shown up to date; returns what ends it. */
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
  // What belongs to a document changes with it.
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

// A refusal is not repeated: whoever was refused is told so by the page.
function isPolled({ queryKey: [noun], state }: Query): boolean {
  const { pages = [] } = (state.data ?? {}) as { pages?: unknown[] };
  return POLLED_NOUNS.has(noun) && state.status === 'success' && pages.length <= MAX_POLLED_PAGES;
}
