/** Probes for operators and their tools: liveness, readiness, metrics. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { pendingMigrationsOf } from '../../platform/db/migrate.ts';
import { forbidden } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { ownMetrics } from '../../platform/http/metrics.ts';
import { LivenessSchema, ReadinessSchema } from './system.schema.ts';
import { systemDocs } from './system.docs.ts';

/** `/healthz`, `/readyz`, `/metrics`: outside /api, without a token. */
export function systemRoutes(app: App, deps: Deps, collectMetrics: () => Promise<string> = ownMetrics): void {
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
      const checks = await readiness(deps, request);
      const isReady = Object.values(checks).every((check) => check === 'ok');
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'unavailable', checks });
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

async function readiness({ sql, blobs }: Deps, request: FastifyRequest) {
  // The reason is only logged, because this URL is public.
  const check = (work: Promise<unknown>) =>
    work.then(
      () => 'ok',
      (error: unknown) => {
        request.log.error({ err: error }, 'Not ready.');
        return 'failed';
      },
    );
  const [database, schema, store] = await Promise.all([
    check(sql`select 1`.then((rows) => rows)),
    check(assertSchema(sql)),
    check(blobs.check()),
  ]);
  return { database, schema, blobs: store };
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
