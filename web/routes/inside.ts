/** Pages of people with an account. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ContainerKey } from '../api/keys.ts';
import { readExpand } from '../features/library/columns/columns.ts';
import { FIRST_DOCUMENTS, FIRST_FOLDERS, optionsOf, pageQuery } from '../features/library/list/listing-query.ts';
import { prefetch, documentQuery, homeQuery, librariesQuery, meQuery, placeQuery, tagsQuery } from '../queries.ts';
import { type Opened, root } from './root.ts';

function askListing({ context: { queries }, location: { search } }: Opened, container: ContainerKey): void {
  prefetch(queries, placeQuery(container));
  const options = optionsOf(search, readExpand(search));
  for (const page of [FIRST_FOLDERS, FIRST_DOCUMENTS]) {
    prefetch(queries, pageQuery(container, options, page));
  }
}

function askDocument({ context: { queries } }: Opened, id: number): void {
  prefetch(queries, placeQuery({ kind: 'document', id }));
  prefetch(queries, documentQuery(id));
  prefetch(queries, tagsQuery(id));
}

/** The frame around the pages of people with an account. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  loader: ({ context: { queries } }) => prefetch(queries, meQuery),
  component: lazyRouteComponent(() => import('../features/shell/app-shell.tsx'), 'AppShell'),
});

export const inShell = [
  createRoute({
    getParentRoute: () => shell,
    path: '/home',
    loader: ({ context: { queries } }) => prefetch(queries, homeQuery),
    component: lazyRouteComponent(() => import('../features/home/home-page.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/starred',
    component: lazyRouteComponent(() => import('../features/home/starred-page.tsx'), 'StarredPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/libraries',
    loader: ({ context: { queries } }) => prefetch(queries, librariesQuery),
    component: lazyRouteComponent(() => import('../features/library/libraries-page.tsx'), 'LibrariesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/libraries/$id',
    loader: (opened) => askListing(opened, { kind: 'library', id: Number(opened.params.id) }),
    component: lazyRouteComponent(() => import('../features/library/place-pages.tsx'), 'LibraryPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/folders/$id',
    loader: (opened) => askListing(opened, { kind: 'folder', id: Number(opened.params.id) }),
    component: lazyRouteComponent(() => import('../features/library/place-pages.tsx'), 'FolderPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/documents/$id',
    loader: (opened) => askDocument(opened, Number(opened.params.id)),
    component: lazyRouteComponent(() => import('../features/document/document-page.tsx'), 'DocumentPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/libraries/$id/search',
    component: lazyRouteComponent(() => import('../features/tag-search/tag-search-page.tsx'), 'LibrarySearchPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/folders/$id/search',
    component: lazyRouteComponent(() => import('../features/tag-search/tag-search-page.tsx'), 'FolderSearchPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/libraries/$id/report',
    component: lazyRouteComponent(() => import('../features/reports/place-report-page.tsx'), 'LibraryReportPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/documents/$id/report',
    component: lazyRouteComponent(() => import('../features/reports/place-report-page.tsx'), 'DocumentReportPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/shared',
    component: lazyRouteComponent(() => import('../features/shared/shared-page.tsx'), 'SharedPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/links',
    component: lazyRouteComponent(() => import('../features/sharing/links/links-page.tsx'), 'LinksPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/links/$shareId',
    component: lazyRouteComponent(() => import('../features/sharing/links/own-link-page.tsx'), 'OwnLinkPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/tasks',
    component: lazyRouteComponent(() => import('../features/own-tasks/tasks-page.tsx'), 'TasksPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/tasks/$taskId',
    component: lazyRouteComponent(() => import('../features/tasks/task-page.tsx'), 'TaskPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/search',
    component: lazyRouteComponent(() => import('../features/search/search-page.tsx'), 'SearchPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/searches/$id',
    component: lazyRouteComponent(() => import('../features/search/saved-page.tsx'), 'SavedSearchPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/trash',
    component: lazyRouteComponent(() => import('../features/trash/trash-page.tsx'), 'TrashPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/profile',
    component: lazyRouteComponent(() => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/account',
    component: lazyRouteComponent(() => import('../features/account/account-page.tsx'), 'AccountPage'),
  }),
] as const;
