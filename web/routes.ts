/** The routes of the web app. Each page is a chunk of its own, loaded when it is opened. */
import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { admin, inAdmin } from './routes/admin.ts';
import { inShell, shell } from './routes/inside.ts';
import { outside } from './routes/outside.ts';
import { root } from './routes/root.ts';

const tree = root.addChildren([...outside, shell.addChildren([...inShell, admin.addChildren(inAdmin)])]);

/** Creates the router with the query cache. */
export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queries },
    // Recipient keys are text, even if they look like numbers.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: formatSearch,
    scrollRestoration: true,
  });
}

function formatSearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
