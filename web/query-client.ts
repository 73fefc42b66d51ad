/** How the app asks the server: how long an answer counts, and when a request that failed is sent again. */
import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isRefusal } from './api/client.ts';
import { isLive } from './live.ts';
import { isVisitLost } from './features/visits/lost-visit.ts';

/** Answers are shown without asking again for so long. */
const FRESH_MS = 30_000;
/** So long a failure counts as the answer, whatever opens, closes or gets the focus meanwhile. */
const REFUSED_MS = 30_000;
const FAILED_MS = 10_000;

/** Makes the cache of what pages ask the server. */
export function createQueryClient(): QueryClient {
  const queries: QueryClient = new QueryClient({
    // A refusal inside a visit can mean that the visit is over: the visit says so, and its page shows it.
    queryCache: new QueryCache({
      onError: (error, { queryKey: [noun], state }) => {
        if (noun !== 'visit' && isVisitLost(error)) void queries.invalidateQueries({ queryKey: ['visit'] });
        // What is shown was deleted, or the right to read it withdrawn: its place says so, and the page with it.
        if (isLive(noun) && state.data !== undefined && isRefusal(error)) {
          void queries.invalidateQueries({ queryKey: ['place'] });
        }
      },
    }),
    defaultOptions: {
      // Without a network a request fails at once: the page says so instead of waiting.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: FRESH_MS,
        retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
        retryOnMount: mayAskAgain,
        refetchOnMount: mayAskAgain,
        refetchOnWindowFocus: mayAskAgain,
        refetchOnReconnect: true,
      },
    },
  });
  return queries;
}

/**
 * Whether opening a part of a page, or coming back to the tab, may repeat a request. A part that is shown once its request has
 * failed, and hidden while the request runs, would otherwise repeat it without end.
 */
function mayAskAgain({ state: { status, error, errorUpdatedAt } }: Query): boolean {
  if (status !== 'error') return true;
  return Date.now() - errorUpdatedAt > (isRefusal(error) ? REFUSED_MS : FAILED_MS);
}
