/** One JSON line for each request. */
import type { FastifyInstance } from 'fastify';
import './resources/actor.ts';

/** Logs each answered or broken-off request under its id. The address is the route's pattern and its ids: no secrets. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { actor } = request;
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? null,
      params: request.params,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(actor === null ? {} : { deployment: actor.deploymentId, user: actor.userId }),
    });
  });
  app.addHook('onRequestAbort', async (request) => {
    request.log.info({ method: request.method, route: request.routeOptions.url ?? null, aborted: true });
  });
}
