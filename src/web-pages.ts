import type { App } from './platform/http/app-type.ts';
import { sendPage } from './platform/http/pages.ts';

/** Pages of the web app that the server knows nothing more about: the app asks the API for what they show. */
export const WEB_PAGES = [
  '/sign-in',
  '/invitation',
  '/password-reset',
  '/',
  '/outbox',
  '/libraries',
  '/libraries/:id',
  '/folders/:id',
  '/documents/:id',
  '/documents/:id/report',
  '/libraries/:id/report',
  '/libraries/:id/search',
  '/folders/:id/search',
  '/tasks/:taskId',
  '/shared',
  '/links',
  '/tasks',
  '/search',
  '/trash',
  '/account',
  '/admin',
  '/admin/people',
  '/admin/groups',
  '/admin/libraries',
  '/admin/reports',
  '/admin/links',
  '/admin/purge',
  '/admin/tokens',
  '/admin/trash',
  '/admin/settings',
  '/admin/mail',
  '/admin/jobs',
  '/admin/audit',
  '/admin/health',
];

/** Those of people who are not signed in yet. */
const SIGNED_OUT = new Set(['/sign-in', '/invitation', '/password-reset']);

/** Serves the web app's shell at the addresses of its pages; those of links are the visits' own. */
export function webPages(app: App): void {
  for (const path of WEB_PAGES) {
    app.get(path, { config: { public: true }, schema: { hide: true } }, async (_request, reply) =>
      sendPage(reply, { audience: SIGNED_OUT.has(path) ? 'common' : 'inside' }),
    );
  }
}
