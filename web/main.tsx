import './ui/styles.ts';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/client.ts';
import { isVisitLost } from './features/visits/lost-visit.ts';
import { createAppRouter } from './routes.tsx';

const queries: QueryClient = new QueryClient({
  // Whoever is refused something inside may have lost the whole: the visit says, and its page shows it.
  queryCache: new QueryCache({
    onError: (error, { queryKey: [noun] }) => {
      if (noun !== 'visit' && isVisitLost(error)) void queries.invalidateQueries({ queryKey: ['visit'] });
    },
  }),
  defaultOptions: {
    // Who is offline is told so, and not left waiting.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
});

// A file that is dropped beside its place must not take the place of the page.
for (const name of ['dragover', 'drop']) window.addEventListener(name, (event) => event.preventDefault());

const root = document.querySelector('#root');
if (root === null) throw new Error('The shell has no place for the app.');
createRoot(root).render(
  <QueryClientProvider client={queries}>
    <RouterProvider router={createAppRouter(queries)} />
  </QueryClientProvider>,
);
