/** Every address of the web app. Each group of pages is a script of its own, loaded when one of its pages is opened. */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { ContainerKey } from './api/keys.ts';
import { FIRST_DOCUMENTS, FIRST_FOLDERS, optionsOf, pageQuery } from './features/library/listing-query.ts';
import {
  askAhead,
  documentQuery,
  librariesQuery,
  meQuery,
  placeQuery,
  revisionsQuery,
  tagsQuery,
  visitQuery,
} from './queries.ts';

/** What an address may say after its `?`, as text. */
export type Search = {
  recipient?: string | undefined;
  folder?: string | undefined;
  document?: string | undefined;
  mail?: string | undefined;
  /** Where to go on after signing in. */
  back?: string | undefined;
  /** What is searched for. */
  q?: string | undefined;
  /** How a list is looked at. */
  sort?: string | undefined;
  filter?: string | undefined;
  view?: string | undefined;
  /** The report that is looked at. */
  job?: string | undefined;
  /** The tags that are searched for. */
  tags?: string | undefined;
};

type Context = { queries: QueryClient };

const root = createRootRouteWithContext<Context>()({
  validateSearch: (search: Record<string, string>): Search => search,
  notFoundComponent: lazyRouteComponent(() => import('./features/visits/unknown-page.tsx'), 'UnknownPage'),
});

type Opened = { context: Context; location: { search: Search } };

const askVisit = ({ context: { queries }, location: { search } }: Opened, reference: string) =>
  askAhead(queries, visitQuery({ reference, recipient: search.recipient ?? null }));

function askListing({ context: { queries }, location: { search } }: Opened, container: ContainerKey): void {
  askAhead(queries, placeQuery(container));
  for (const page of [FIRST_FOLDERS, FIRST_DOCUMENTS]) {
    askAhead(queries, pageQuery(container, optionsOf(search), page));
  }
}

function askDocument({ context: { queries } }: Opened, id: number): void {
  askAhead(queries, placeQuery({ kind: 'document', id }));
  askAhead(queries, documentQuery(id));
  askAhead(queries, tagsQuery(id));
  askAhead(queries, revisionsQuery(id));
}

const linkPages = () => import('./features/visits/link-page.tsx');

const folderLink = createRoute({
  getParentRoute: () => root,
  path: '/folder/$folderId/share/$reference',
  loader: (opened) => askVisit(opened, opened.params.reference),
  component: lazyRouteComponent(linkPages, 'LinkPage'),
});

const documentLink = createRoute({
  getParentRoute: () => root,
  path: '/document/$documentId/share/$reference',
  loader: (opened) => askVisit(opened, opened.params.reference),
  component: lazyRouteComponent(linkPages, 'LinkPage'),
});

const taskLink = createRoute({
  getParentRoute: () => root,
  path: '/task/$taskId/link/$reference',
  loader: (opened) => askVisit(opened, opened.params.reference),
  component: lazyRouteComponent(() => import('./features/tasks/task-link-page.tsx'), 'TaskLinkPage'),
});

const passwordPages = () => import('./features/account/password-pages.tsx');

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/libraries', replace: true });
  },
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

/** What is around the pages of people who work here. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  loader: ({ context: { queries } }) => askAhead(queries, meQuery),
  component: lazyRouteComponent(() => import('./features/shell/app-shell.tsx'), 'AppShell'),
});

const inShell = [
  createRoute({
    getParentRoute: () => shell,
    path: '/libraries',
    loader: ({ context: { queries } }) => askAhead(queries, librariesQuery),
    component: lazyRouteComponent(() => import('./features/library/libraries-page.tsx'), 'LibrariesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/libraries/$id',
    loader: (opened) => askListing(opened, { kind: 'library', id: Number(opened.params.id) }),
    component: lazyRouteComponent(() => import('./features/library/place-pages.tsx'), 'LibraryPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/folders/$id',
    loader: (opened) => askListing(opened, { kind: 'folder', id: Number(opened.params.id) }),
    component: lazyRouteComponent(() => import('./features/library/place-pages.tsx'), 'FolderPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/documents/$id',
    loader: (opened) => askDocument(opened, Number(opened.params.id)),
    component: lazyRouteComponent(() => import('./features/document/document-page.tsx'), 'DocumentPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/libraries/$id/search',
    component: lazyRouteComponent(() => import('./features/tag-search/tag-search-page.tsx'), 'LibrarySearchPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/folders/$id/search',
    component: lazyRouteComponent(() => import('./features/tag-search/tag-search-page.tsx'), 'FolderSearchPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/libraries/$id/report',
    component: lazyRouteComponent(() => import('./features/reports/place-report-page.tsx'), 'LibraryReportPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/documents/$id/report',
    component: lazyRouteComponent(() => import('./features/reports/place-report-page.tsx'), 'DocumentReportPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/shared',
    component: lazyRouteComponent(() => import('./features/shared/shared-page.tsx'), 'SharedPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/links',
    component: lazyRouteComponent(() => import('./features/sharing/links-page.tsx'), 'LinksPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/tasks',
    component: lazyRouteComponent(() => import('./features/own-tasks/tasks-page.tsx'), 'TasksPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/tasks/$taskId',
    component: lazyRouteComponent(() => import('./features/tasks/task-page.tsx'), 'TaskPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/search',
    component: lazyRouteComponent(() => import('./features/search/search-page.tsx'), 'SearchPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/trash',
    component: lazyRouteComponent(() => import('./features/trash/trash-page.tsx'), 'TrashPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/account',
    component: lazyRouteComponent(() => import('./features/account/account-page.tsx'), 'AccountPage'),
  }),
] as const;

/** What is around the pages of site admins. */
const admin = createRoute({
  getParentRoute: () => shell,
  path: '/admin',
  component: lazyRouteComponent(() => import('./features/admin/admin-shell.tsx'), 'AdminShell'),
});

const inAdmin = [
  createRoute({
    getParentRoute: () => admin,
    path: '/',
    component: lazyRouteComponent(() => import('./features/admin/home-page.tsx'), 'AdminHomePage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/people',
    component: lazyRouteComponent(() => import('./features/admin/people/people-page.tsx'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/groups',
    component: lazyRouteComponent(() => import('./features/admin/groups/groups-page.tsx'), 'GroupsPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/libraries',
    component: lazyRouteComponent(() => import('./features/admin/libraries/libraries-page.tsx'), 'AdminLibrariesPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/reports',
    component: lazyRouteComponent(() => import('./features/admin/reports/reports-page.tsx'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/links',
    component: lazyRouteComponent(() => import('./features/admin/links/links-page.tsx'), 'AdminLinksPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/tokens',
    component: lazyRouteComponent(() => import('./features/admin/tokens/tokens-page.tsx'), 'AdminTokensPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/trash',
    component: lazyRouteComponent(() => import('./features/admin/trash/trash-page.tsx'), 'AdminTrashPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/purge',
    component: lazyRouteComponent(() => import('./features/admin/purge/purge-page.tsx'), 'AdminPurgePage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/settings',
    component: lazyRouteComponent(() => import('./features/admin/settings/settings-page.tsx'), 'AdminSettingsPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/mail',
    component: lazyRouteComponent(() => import('./features/admin/mail/mail-page.tsx'), 'AdminMailPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/jobs',
    component: lazyRouteComponent(() => import('./features/admin/jobs/jobs-page.tsx'), 'AdminJobsPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/audit',
    component: lazyRouteComponent(() => import('./features/admin/audit/audit-page.tsx'), 'AdminAuditPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/health',
    component: lazyRouteComponent(() => import('./features/admin/health/health-page.tsx'), 'AdminHealthPage'),
  }),
] as const;

const tree = root.addChildren([
  folderLink,
  documentLink,
  taskLink,
  home,
  signIn,
  invitation,
  passwordReset,
  outbox,
  shell.addChildren([...inShell, admin.addChildren(inAdmin)]),
]);

/** Makes the router, whose pages ask with `queries`. */
export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queries },
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
