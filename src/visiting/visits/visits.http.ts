/** Common hooks of visitors' requests. */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import type { Deps } from '../../platform/deps.ts';
import { forbidden } from '../../platform/errors.ts';
import { wasHeld } from '../../platform/http/request/held.ts';
import type { App } from '../../platform/http/app-type.ts';
import { isOwnOrigin } from '../../people/sessions/origins.ts';
import { type Visit, accessOpenVisit } from './visits.access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the routes behind the lock of a link. */
    visit: Visit | null;
  }
}

/**
 * A scope for visitors: answers are not cached or indexed, and changes must not come from the page of another site, for
 * which the browser would send the cookie.
 */
export function visitScope(app: App, { config }: Deps, register: (scope: App) => void): void {
  void app.register(async (scope: App) => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
      assertNotForeign(config, request);
    });
    register(scope);
  });
}

/** Within it, a scope of routes behind the lock: the gateway runs before anything else of a request is read. */
export function openVisitScope(scope: App, deps: Deps, register: (inner: App) => void): void {
  void scope.register(async (inner: App) => {
    inner.decorateRequest('visit', null);
    const open = async (request: FastifyRequest) => {
      const visit = await accessOpenVisit(deps, request);
      request.visit = visit;
      request.actor = visit.actor;
    };
    inner.addHook('onRequest', open);
    // The link may have been revoked while the body arrived.
    inner.addHook('preValidation', async (request) => (wasHeld(request) ? open(request) : undefined));
    register(inner);
  });
}

/** The visit of a request on a route behind the lock. */
export function visitOf({ visit, actor }: FastifyRequest): Visit {
  if (visit === null || actor === null) throw new Error('This route is not behind the lock of a link.');
  // Hooks may have added something to the actor since, such as an Idempotency-Key.
  return { ...visit, actor };
}

function assertNotForeign(config: Config, request: FastifyRequest): void {
  const { method, headers } = request;
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return;
  const { origin, 'sec-fetch-site': site } = headers;
  const isForeign =
    origin === undefined ? site !== undefined && site !== 'none' : !isOwnOrigin(config, request, origin);
  if (isForeign && site !== 'same-origin') {
    throw forbidden('This is possible only from the pages of this service.');
  }
}
