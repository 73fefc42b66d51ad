import type { App } from './platform/http/app-type.ts';
import { sendPage } from './platform/http/pages.ts';

/** Pages of the web app that the server knows nothing more about: the app asks the API for what they show. */
const PATHS = [
  '/',
  '/sign-in',
  '/invitation',
  '/password-reset',
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
  '/admin/settings',
  '/admin/mail',
  '/admin/jobs',
  '/admin/audit',
  '/admin/health',
];

/** Serves the web app's shell at the addresses of its pages; those of links are the visits' own. */
export function webPages(app: App): void {
  for (const path of PATHS) {
    app.get(path, { config: { public: true }, schema: { hide: true } }, async (_request, reply) => sendPage(reply));
  }
}
