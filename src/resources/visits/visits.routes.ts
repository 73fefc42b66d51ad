import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { Problem, missingParameter, notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { readSettings } from '../settings/settings.access.ts';
import { readLogo } from '../settings/settings.queries.ts';
import { visitContentRoutes } from './contents.routes.ts';
import { linkPageRoutes } from './pages.routes.ts';
import { tryPassword } from './unlock.ts';
import { rememberUnlocked } from './visits.cookie.ts';
import { type Visit, accessVisit, assertPrepared } from './visits.gateway.ts';
import { visitScope } from './visits.http.ts';
import { presentVisit } from './visits.presenter.ts';
import { LinkParams, RecipientQuery, UnlockBody, VisitSchema } from './visits.schema.ts';

const config = { public: true };
const params = LinkParams;
const response = { 200: VisitSchema };

/** What people do by a link, without an account (docs/links.md). */
export function visitRoutes(app: App, deps: Deps): void {
  visitScope(app, deps, (scope) => {
    entranceRoutes(scope, deps);
    visitContentRoutes(scope, deps);
    linkPageRoutes(scope, deps);
  });
}

function entranceRoutes(scope: App, deps: Deps): void {
  scope.get('/link/:reference', {
    config,
    schema: { hide: true, params, querystring: RecipientQuery, response },
    handler: async (request) => showVisit(deps, await accessVisit(deps, request)),
  });

  scope.post('/link/:reference/unlock', {
    config,
    schema: { hide: true, params, body: UnlockBody, response },
    handler: async (request, reply) => {
      const { Password: password } = request.body;
      if (password === undefined) throw missingParameter('Password');
      const visit = await accessVisit(deps, request).catch(async (error: unknown) => {
        await pretendToTry(deps, request, error, password);
        throw error;
      });
      assertPrepared(visit.share);
      await tryPassword(deps, visit.share, { reference: visit.reference, password, address: request.ip });
      rememberUnlocked(deps, request, reply, visit.share, null);
      return showVisit(deps, { ...visit, isUnlocked: true });
    },
  });

  scope.get('/link/:reference/logo', {
    config,
    schema: { hide: true, params },
    handler: async (request, reply) => {
      const { share } = await accessVisit(deps, request);
      const logo = await readLogo(deps.sql, share.deploymentId);
      if (logo === null) throw notFound('logo');
      return reply.headers({ 'cache-control': 'private, max-age=3600' }).type('image/png').send(logo);
    },
  });
}

// A wrong reference takes as long as a wrong password.
async function pretendToTry(deps: Deps, request: FastifyRequest, error: unknown, password: string): Promise<void> {
  if (!(error instanceof Problem) || error.status !== 404) return;
  const { reference } = request.params as { reference: string };
  await tryPassword(deps, null, { reference, password, address: request.ip }).catch((refusal: unknown) => {
    if (!(refusal instanceof Problem) || refusal.status !== 403) throw refusal;
  });
}

async function showVisit(deps: Deps, visit: Visit) {
  const { deploymentId } = visit.share;
  const [{ Branding: branding }, logo] = await Promise.all([
    readSettings(deps.sql, deploymentId),
    readLogo(deps.sql, deploymentId),
  ]);
  return presentVisit(deps.config, visit, null, { branding, hasLogo: logo !== null });
}
