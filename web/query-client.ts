/** The query cache: how long data is fresh, and when a failed request is retried. */
import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isRefusal } from './api/client.ts';
import { isLive } from './live.ts';
import { isVisitLost } from './features/visits/lost-visit.ts';

/** How long data counts as fresh. */
const FRESH_MS = 30_000;
/** How long an error counts as the answer, whatever is mounted or focused meanwhile. */
const REFUSED_MS = 30_000;
const FAILED_MS = 10_000;

/** Creates the query cache. */
export function createQueryClient(): QueryClient {
  const queries: QueryClient = new QueryClient({
    // An error inside a visit can mean that the visit ended. Refetching the visit shows it.
    queryCache: new QueryCache({
      onError: (error, { queryKey: [noun], state }) => {
        if (noun !== 'visit' && isVisitLost(error)) void queries.invalidateQueries({ queryKey: ['visit'] });
        // The item was deleted, or the person lost access. Refetching its place shows it.
        if (isLive(noun) && state.data !== undefined && isRefusal(error)) {
          void queries.invalidateQueries({ queryKey: ['place'] });
        }
      },
    }),
    defaultOptions: {
      // Without a network, a request fails at once and the page shows it, instead of waiting.
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
 * Whether mounting a component or returning to the tab may repeat a request. A component that is mounted after its request
 * failed, and unmounted while it runs, would otherwise repeat it without end.
 */
function mayAskAgain({ state: { status, error, errorUpdatedAt } }: Query): boolean {
  if (status !== 'error') return true;
  return Date.now() - errorUpdatedAt > (isRefusal(error) ? REFUSED_MS : FAILED_MS);
}
