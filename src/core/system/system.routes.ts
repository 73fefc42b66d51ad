/** Probes for operators and their tools: liveness, readiness, metrics. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { pendingMigrationsOf } from '../../platform/db/migrate.ts';
import { forbidden } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { ownMetrics } from '../../platform/http/metrics.ts';
import { registerStateMetrics } from './state-metrics.ts';
import { watchStore } from './store-state.ts';
import { LivenessSchema, ReadinessSchema } from './system.schema.ts';
import { systemDocs } from './system.docs.ts';
import { withTimeout } from './with-timeout.ts';

/** Proxies give up after two seconds or more, and take a late answer for a lost node. */
const DATABASE_MS = 1500;

/** `isDraining`: the service is about to stop, so balancers must send no more requests. */
export type SystemOptions = { collectMetrics?: () => Promise<string>; isDraining?: () => boolean };

/** `/healthz`, `/readyz`, `/metrics`: outside /api, without a token. */
export function systemRoutes(app: App, deps: Deps, options: SystemOptions = {}): void {
  const { collectMetrics = ownMetrics, isDraining = () => false } = options;
  const storeState = watchStore(deps.blobs);
  registerStateMetrics(deps);
  const config = { public: true, rateLimit: false } as const;
  app.get('/healthz', {
    config,
    schema: { ...systemDocs.checkLiveness, response: { 200: LivenessSchema } },
    handler: async () => ({ status: 'ok' }),
  });

  app.get('/readyz', {
    config,
    schema: { ...systemDocs.checkReadiness, response: { 200: ReadinessSchema, 503: ReadinessSchema } },
    handler: async (request, reply) => {
      const [database, blobs] = await Promise.all([databaseReadiness(deps, request), storeState(request.log)]);
      const checks = { ...database, blobs };
      const isUsable = Object.values(checks).every((check) => check === 'ok');
      const status = isDraining() ? 'draining' : isUsable ? 'ready' : 'unavailable';
      return reply.code(status === 'ready' ? 200 : 503).send({ status, checks });
    },
  });

  app.get('/metrics', {
    config: { ...config },
    schema: { ...systemDocs.getMetrics },
    handler: async (request, reply) => {
      assertMayScrape(deps, request);
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await collectMetrics());
    },
  });
}

async function databaseReadiness({ sql }: Deps, request: FastifyRequest) {
  // The reason is only logged, because this URL is public.
  const check = async (work: Promise<unknown>) => {
    try {
      await withTimeout(work, DATABASE_MS);
      return 'ok';
    } catch (error) {
      request.log.error({ err: error }, 'Not ready.');
      return 'failed';
    }
  };
  const [database, schema] = await Promise.all([check(assertWritable(sql)), check(assertSchema(sql))]);
  return { database, schema };
}

// A standby, and a primary that was stopped from accepting changes.
async function assertWritable(sql: Deps['sql']): Promise<void> {
  const [row] = await sql<{ isReadOnly: boolean }[]>`
    select current_setting('transaction_read_only')::boolean as "isReadOnly"`;
  if (row?.isReadOnly !== false) throw new Error('The database is read-only.');
}

async function assertSchema(sql: Deps['sql']): Promise<void> {
  const pending = await pendingMigrationsOf(sql);
  if (pending.length > 0) throw new Error(`Migrations are missing: ${pending.join(', ')}`);
}

// Any client with a token; without one only this machine, and not through a proxy on it.
function assertMayScrape({ config }: Deps, request: FastifyRequest): void {
  if (config.metricsToken !== null) {
    const sent = hashSecret(request.headers.authorization?.replace(/^Bearer +/i, '') ?? '');
    if (timingSafeEqual(sent, hashSecret(config.metricsToken))) return;
    throw forbidden('The metrics require METRICS_TOKEN as bearer token.');
  }
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in request.headers);
  const isLocal = /^(?:127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '');
  if (!isLocal || isForwarded || config.trustProxy !== false) {
    throw forbidden('The metrics are available on this machine only, unless METRICS_TOKEN is set.');
  }
}
