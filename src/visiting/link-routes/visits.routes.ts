import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { readLogo } from '../../core/settings/settings.queries.ts';
import { visitContentRoutes } from './contents.routes.ts';
import { visitRenditionRoutes } from './renditions.routes.ts';
import { ensureVisitId } from '../visits/cookies.http.ts';
import { noteOpening } from '../visits/openings.queries.ts';
import { linkPageRoutes } from './pages.routes.ts';
import { lockRoutes } from './lock.routes.ts';
import { showVisit } from './show-visit.ts';
import { visitTaskRoutes } from './task.routes.ts';
import { type VisitUploadDeps, visitUploadRoutes } from './uploads.routes.ts';
import { accessVisit } from '../visits/visits.access.ts';
import { visitScope } from '../visits/visits.http.ts';
import { visitDocs } from './visits.docs.ts';
import { LinkParams, RecipientQuery, VisitSchema } from './visits.schema.ts';

const config = { public: true };
const params = LinkParams;
const response = { 200: VisitSchema };

/** The operations of visitors of a link (docs/api/links.md). */
export function visitRoutes(app: App, deps: VisitUploadDeps): void {
  visitScope(app, deps, (scope) => {
    entranceRoutes(scope, deps);
    lockRoutes(scope, deps);
    visitContentRoutes(scope, deps);
    visitRenditionRoutes(scope, deps);
    visitUploadRoutes(scope, deps);
    visitTaskRoutes(scope, deps);
    linkPageRoutes(scope, deps);
  });
}

function entranceRoutes(scope: App, deps: Deps): void {
  scope.get('/link/:reference', {
    config,
    schema: { ...visitDocs.getVisit, params, querystring: RecipientQuery, response },
    handler: async (request, reply) => {
      const visit = await accessVisit(deps, request);
      const { recipient } = request.query;
      // The cookie identifies the browser when it continues the download.
      if (visit.share.maxDownloads !== null) ensureVisitId(deps, request, reply);
      const [shown] = await Promise.all([
        showVisit(deps, request, visit, recipient),
        noteOpening(deps, visit, recipient),
      ]);
      return shown;
    },
  });

  scope.get('/link/:reference/logo', {
    config,
    schema: { ...visitDocs.getVisitLogo, params },
    handler: async (request, reply) => {
      const { share } = await accessVisit(deps, request);
      const logo = await readLogo(deps.sql, share.deploymentId);
      if (logo === null) throw notFound('logo');
      return reply.headers({ 'cache-control': 'private, max-age=3600' }).type('image/png').send(logo);
    },
  });
}
