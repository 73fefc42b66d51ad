import './ui/styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './routes.ts';

const queries = createQueryClient();

// Files that are dropped outside a drop target must not replace the page.
for (const name of ['dragover', 'drop']) window.addEventListener(name, (event) => event.preventDefault());

const root = document.querySelector('#root');
if (root === null) throw new Error('The shell has no place for the app.');
const app = createRoot(root);
// As a transition, React renders in short steps, and a slow phone stays responsive between them.
startTransition(() =>
  app.render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={createAppRouter(queries)} />
    </QueryClientProvider>,
  ),
);
