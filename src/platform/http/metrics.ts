/** Prometheus metrics of HTTP, the process, and background work. */
import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, collectDefaultMetrics, register } from 'prom-client';
import type { Sql } from '../db/connection.ts';
import { WAITING_HELP, countWaiting } from '../jobs/waiting.ts';

const seconds = new Histogram({
  name: 'carrel_http_request_seconds',
  help: 'Time from the head of a request to the end of its answer.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
});

let isCollecting = false;

/** Measures every request. Queue lengths are read from the database at each scrape, equally by every process. */
export function registerMetrics(app: FastifyInstance, sql: Sql): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  if (isCollecting) return;
  isCollecting = true;
  collectDefaultMetrics({ prefix: 'carrel_' });
  addWaitingGauge(sql);
}

/** The metrics of this process alone. */
export function ownMetrics(): Promise<string> {
  return register.metrics();
}

function addWaitingGauge(sql: Sql): void {
  const gauge = new Gauge({
    name: 'carrel_waiting',
    help: WAITING_HELP,
    labelNames: ['kind'],
    // All processes count the same rows: take one value, not the sum.
    aggregator: 'max',
    async collect() {
      const waiting = await countWaiting(sql);
      gauge.set({ kind: 'jobs' }, waiting.jobs);
      gauge.set({ kind: 'mails' }, waiting.mails);
    },
  });
}
