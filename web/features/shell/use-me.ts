import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect } from 'react';
import type { Me } from '../../api/account.ts';
import { SIGNED_OUT } from '../../api/client.ts';
import { meQuery } from '../../queries.ts';

/** The signed-in person. Refetched after a 401 response. */
export function useSession(): UseQueryResult<Me> {
  const queries = useQueryClient();
  useEffect(() => {
    const stopping = new AbortController();
    const askAgain = () => {
      // The request itself also returns 401. Then nobody is signed in, and the cache says so.
      const { status, fetchStatus } = queries.getQueryState(meQuery.queryKey) ?? {};
      if (status !== 'error' && fetchStatus !== 'fetching') void queries.invalidateQueries(meQuery);
    };
    window.addEventListener(SIGNED_OUT, askAgain, { signal: stopping.signal });
    return () => stopping.abort();
  }, [queries]);
  return useQuery(meQuery);
}

export const MeContext = createContext<Me | null>(null);

/**
 * The signed-in person, on pages inside the shell. `IsSiteAdmin` decides on administration as an ability would: the routes
 * of its pages require this role and nothing else.
 */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === null) throw new Error('This page is shown outside the shell.');
  return me;
}
