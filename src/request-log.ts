/** One JSON line for each request. */
import type { FastifyInstance } from 'fastify';
import type { Actor } from './resources/actor.ts';

/** Logs each answered or broken-off request under its id. The address is the route's pattern and its ids: no secrets. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { actor } = request;
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? null,
      // Where no route is, the whole path would stand there: that of a link which was copied badly opens it nearly as well.
      params: request.is404 ? {} : withoutReference(request.params),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...whoOf(actor),
    });
  });
  app.addHook('onRequestAbort', async (request) => {
    request.log.info({ method: request.method, route: request.routeOptions.url ?? null, aborted: true });
  });
}

// The reference of a link opens it.
function withoutReference(params: unknown): unknown {
  const { reference: _, ...others } = (params ?? {}) as Record<string, unknown>;
  return others;
}

function whoOf(actor: Actor | null): Record<string, number> {
  if (actor === null) return {};
  const { deploymentId: deployment, userId: user, via } = actor;
  return via.kind === 'visit' ? { deployment, share: via.shareId } : { deployment, user };
}
