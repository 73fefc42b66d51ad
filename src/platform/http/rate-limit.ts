/** The operator's limit on requests a second (RATE_LIMIT), by credential or address, counted over all processes. */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Sql } from '../db/connection.ts';
import { tooManyRequests } from '../errors.ts';
import { networkOf } from '../network.ts';
import { hit } from '../throttle.ts';

const WINDOW_MS = 1000;

type Needs = { config: { rateLimit: number | null }; sql: Sql; clock: Clock };

/** The verified credential of a request, or null. One that was only sent must not count: everybody can invent any number. */
type CredentialOf = (request: FastifyRequest) => string | null;

/**
 * Nothing without a limit. With one: 429 with Retry-After, and RateLimit-* on every answer. To be registered after the
 * hook that verifies credentials, and before the one that refuses requests without.
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
    // Health must be told whatever the load, and while there is no database to count in.
    allowList: ({ routeOptions }: FastifyRequest) => routeOptions.config.rateLimit === false,
    store: storeOf(sql, clock),
    errorResponseBuilder: (_request, { max, ttl }) =>
      tooManyRequests(`More than ${max} requests a second; slow down.`, ttl / 1000),
  });
  // Not by the plugin's own hooks, which are the routes': those run after the refusal of invalid credentials.
  app.addHook('onRequest', app.rateLimit());
}

// The plugin makes the store itself, with `new`, and one more for each route.
function storeOf(sql: Sql, clock: Clock) {
  return class {
    incr(key: string, done: (error: Error | null, result?: { current: number; ttl: number }) => void): void {
      hit(sql, { scope: 'requests', subject: key, windowMs: WINDOW_MS }, clock()).then(
        // A process that read its clock before another began the window would see more than all of it left.
        ({ hits, resetsInMs }) => done(null, { current: hits, ttl: Math.min(resetsInMs, WINDOW_MS) }),
        (error: Error) => done(error),
      );
    }

    child(): this {
      return this;
    }
  };
}
