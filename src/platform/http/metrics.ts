/** Prometheus metrics of HTTP and the process. */
import type { FastifyInstance } from 'fastify';
import { Histogram, collectDefaultMetrics, register } from 'prom-client';

const seconds = new Histogram({
  name: 'carrel_http_request_seconds',
  help: 'Time from the head of a request to the end of its answer.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
});

let isCollecting = false;

/** Measures every request. */
export function registerMetrics(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  if (isCollecting) return;
  isCollecting = true;
  collectDefaultMetrics({ prefix: 'carrel_' });
}

/** The metrics of this process alone. */
export function ownMetrics(): Promise<string> {
  return register.metrics();
}
