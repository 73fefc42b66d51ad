/** One JSON line per request. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from './core/actor.ts';
import { traceIdOf } from './platform/http/request/request-spans.ts';

/**
 * Logs each completed or aborted request with its id. The address is the route's pattern and its ids, without secrets.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { actor } = request;
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? null,
      params: withoutSecrets(request.params),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...whoOf(actor),
      ...traceOf(request),
    });
  });
  app.addHook('onRequestAbort', async (request) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? null,
      aborted: true,
      ...traceOf(request),
    });
  });
}

// The reference of a link grants access, and an unknown path may be a truncated link.
function withoutSecrets(params: unknown): unknown {
  const { reference: _, '*': __, ...others } = (params ?? {}) as Record<string, unknown>;
  return others;
}

function whoOf(actor: Actor | null): Record<string, number> {
  if (actor === null) return {};
  const { deploymentId: deployment, userId: user, via } = actor;
  return via.kind === 'visit' ? { deployment, share: via.shareId } : { deployment, user };
}

function traceOf(request: FastifyRequest): { traceId?: string } {
  const traceId = traceIdOf(request);
  return traceId === undefined ? {} : { traceId };
}
