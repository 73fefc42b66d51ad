/** The operator's limit of requests a second (RATE_LIMIT), by credential or address, counted across processes. */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Sql } from '../../db/connection.ts';
import { tooManyRequests } from '../../errors.ts';
import { networkOf } from '../../limits/network.ts';
import { hit } from '../../limits/throttle.ts';

const WINDOW_MS = 1000;

type Needs = { config: { rateLimit: number | null }; sql: Sql; clock: Clock };

/**
 * The verified credential of a request, or null. An unverified one must not count: anybody can invent any number of
 * them.
 */
type CredentialOf = (request: FastifyRequest) => string | null;

/**
 * Does nothing without a limit. Otherwise: 429 with Retry-After, and RateLimit-* on every answer. Register it after the
 * hook that verifies credentials and before the one that refuses unauthenticated requests.
 */
export async function registerRateLimit(
  app: FastifyInstance,
  { config, sql, clock }: Needs,
  credentialOf: CredentialOf,
): Promise<void> {
  if (config.rateLimit === null) return;
  await app.register(rateLimit, {
    global: false,
    max: config.rateLimit,
    timeWindow: WINDOW_MS,
    enableDraftSpec: true,
    keyGenerator: (request: FastifyRequest) => credentialOf(request) ?? networkOf(request.ip),
    // Health must be available under any load, and without a database to count in.
    allowList: ({ routeOptions }: FastifyRequest) => routeOptions.config.rateLimit === false,
    store: storeOf(sql, clock),
    errorResponseBuilder: (_request, { max, ttl }) =>
      tooManyRequests(`More than ${max} requests a second; slow down.`, ttl / 1000),
  });
  // Not the plugin's own hooks, which belong to the routes and run after invalid credentials are refused.
  app.addHook('onRequest', app.rateLimit());
}

// The plugin makes the store itself, with `new`, and one more for each route.
function storeOf(sql: Sql, clock: Clock) {
  return class {
    incr(key: string, done: (error: Error | null, result?: { current: number; ttl: number }) => void): void {
      hit(sql, { scope: 'requests', subject: key, windowMs: WINDOW_MS }, clock()).then(
        // A process that read its clock before another started the window would see more than the full window left.
        ({ hits, resetsInMs }) => done(null, { current: hits, ttl: Math.min(resetsInMs, WINDOW_MS) }),
        (error: Error) => done(error),
      );
    }

    child(): this {
      return this;
    }
  };
}
