/** Every address of the web app. Each group of pages is a script of its own, loaded when one of its pages is opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';

/** What an address may say after its `?`, as text. */
export type Search = { recipient?: string; folder?: string; document?: string; mail?: string; back?: string };

const root = createRootRoute({
  validateSearch: (search: Record<string, string>): Search => search,
  notFoundComponent: lazyRouteComponent(() => import('./features/visits/unknown-page.tsx'), 'UnknownPage'),
});

const linkPages = () => import('./features/visits/link-page.tsx');

const folderLink = createRoute({
  getParentRoute: () => root,
  path: '/folder/$folderId/share/$reference',
  component: lazyRouteComponent(linkPages, 'LinkPage'),
});

const documentLink = createRoute({
  getParentRoute: () => root,
  path: '/document/$documentId/share/$reference',
  component: lazyRouteComponent(linkPages, 'LinkPage'),
});

const taskLink = createRoute({
  getParentRoute: () => root,
  path: '/task/$taskId/link/$reference',
  component: lazyRouteComponent(() => import('./features/tasks/task-link-page.tsx'), 'TaskLinkPage'),
});

const task = createRoute({
  getParentRoute: () => root,
  path: '/tasks/$taskId',
  component: lazyRouteComponent(() => import('./features/tasks/task-page.tsx'), 'TaskPage'),
});

const passwordPages = () => import('./features/account/password-pages.tsx');

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./features/account/home-page.tsx'), 'HomePage'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./features/account/sign-in-page.tsx'), 'SignInPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(passwordPages, 'InvitationPage'),
});

const passwordReset = createRoute({
  getParentRoute: () => root,
  path: '/password-reset',
  component: lazyRouteComponent(passwordPages, 'PasswordResetPage'),
});

const outbox = createRoute({
  getParentRoute: () => root,
  path: '/outbox',
  component: lazyRouteComponent(() => import('./features/outbox/outbox-page.tsx'), 'OutboxPage'),
});

const tree = root.addChildren([
  folderLink,
  documentLink,
  taskLink,
  task,
  home,
  signIn,
  invitation,
  passwordReset,
  outbox,
]);

/** Makes the router. */
export function createAppRouter() {
  return createRouter({
    routeTree: tree,
    // Recipient keys are text even where they look like numbers.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: printSearch,
    scrollRestoration: true,
  });
}

function printSearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
