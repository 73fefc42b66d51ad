/** Pages of site admins. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from './inside.ts';

/** The frame around the pages of site admins. */
export const admin = createRoute({
  getParentRoute: () => shell,
  path: '/admin',
  component: lazyRouteComponent(() => import('../features/admin/admin-shell.tsx'), 'AdminShell'),
});

export const inAdmin = [
  createRoute({
    getParentRoute: () => admin,
    path: '/',
    component: lazyRouteComponent(() => import('../features/admin/home-page.tsx'), 'AdminHomePage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/people',
    component: lazyRouteComponent(() => import('../features/admin/people/people-page.tsx'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/groups',
    component: lazyRouteComponent(() => import('../features/admin/groups/groups-page.tsx'), 'GroupsPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/libraries',
    component: lazyRouteComponent(() => import('../features/admin/libraries/libraries-page.tsx'), 'AdminLibrariesPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/reports',
    component: lazyRouteComponent(() => import('../features/admin/reports/reports-page.tsx'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/links',
    component: lazyRouteComponent(() => import('../features/admin/links/links-page.tsx'), 'AdminLinksPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/tokens',
    component: lazyRouteComponent(() => import('../features/admin/tokens/tokens-page.tsx'), 'AdminTokensPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/sign-in',
    component: lazyRouteComponent(() => import('../features/admin/sign-in/sign-in-page.tsx'), 'AdminSignInPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/trash',
    component: lazyRouteComponent(() => import('../features/admin/trash/trash-page.tsx'), 'AdminTrashPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/purge',
    component: lazyRouteComponent(() => import('../features/admin/purge/purge-page.tsx'), 'AdminPurgePage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/settings',
    component: lazyRouteComponent(() => import('../features/admin/settings/settings-page.tsx'), 'AdminSettingsPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/mail',
    component: lazyRouteComponent(() => import('../features/admin/mail/mail-page.tsx'), 'AdminMailPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/jobs',
    component: lazyRouteComponent(() => import('../features/admin/jobs/jobs-page.tsx'), 'AdminJobsPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/audit',
    component: lazyRouteComponent(() => import('../features/admin/audit/audit-page.tsx'), 'AdminAuditPage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/audit/verifications',
    component: lazyRouteComponent(
      () => import('../features/admin/audit/verifications-page.tsx'),
      'AdminVerificationsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/health',
    component: lazyRouteComponent(() => import('../features/admin/health/health-page.tsx'), 'AdminHealthPage'),
  }),
] as const;
