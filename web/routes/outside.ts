/** Pages of links, and pages before sign-in. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { prefetch, signInBrandingQuery, signInOptionsQuery, visitQuery } from '../queries.ts';
import { type Opened, root } from './root.ts';

const askVisit = ({ context: { queries }, location: { search } }: Opened, reference: string) =>
  prefetch(queries, visitQuery({ reference, recipient: search.recipient ?? null }));

const linkPages = () => import('../features/visits/link-page.tsx');

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
  component: lazyRouteComponent(() => import('../features/tasks/task-link-page.tsx'), 'TaskLinkPage'),
});

const passwordPages = () => import('../features/account/password-pages.tsx');

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/home', replace: true });
  },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  loader: ({ context: { queries } }) => {
    prefetch(queries, signInBrandingQuery);
    prefetch(queries, signInOptionsQuery);
  },
  component: lazyRouteComponent(() => import('../features/account/sign-in-page.tsx'), 'SignInPage'),
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

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  component: lazyRouteComponent(() => import('../features/account/unsubscribe-page.tsx'), 'UnsubscribePage'),
});

const outbox = createRoute({
  getParentRoute: () => root,
  path: '/outbox',
  component: lazyRouteComponent(() => import('../features/outbox/outbox-page.tsx'), 'OutboxPage'),
});

export const outside = [
  folderLink,
  documentLink,
  taskLink,
  home,
  signIn,
  invitation,
  passwordReset,
  unsubscribe,
  outbox,
] as const;
