/** One JSON line per request. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from './core/actor.ts';

/** W3C trace context, https://www.w3.org/TR/trace-context/#traceparent-header. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

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

// The client's trace id, which appears in the logs of proxies and other services as well.
function traceOf({ headers }: FastifyRequest): { traceId?: string } {
  const traceId = traceIdOf(headers['traceparent']);
  return traceId === undefined ? {} : { traceId };
}

// Undefined if the header is missing or malformed.
function traceIdOf(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId = '', parentId = '', more] = TRACEPARENT.exec(header) ?? [];
  if (version === undefined || (version === '00' && more !== undefined)) return undefined;
  return /^0+$/.test(traceId) || /^0+$/.test(parentId) ? undefined : traceId;
}
