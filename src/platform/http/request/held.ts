/** Requests that their client held open: all but the end was sent, and the rest much later. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the caller was last authenticated, in milliseconds of performance.now(). */
    confirmedAt: number;
  }
}

/** Milliseconds. Most requests take a few; a longer one costs one more statement. */
const HELD_MS = 1000;

/** Must be registered before anything that authenticates a caller. */
export function registerHeldRequests(app: FastifyInstance): void {
  app.decorateRequest('confirmedAt', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.confirmedAt = performance.now();
    done();
  });
}

/** Whether the credential of the request may have been revoked since it was checked. The next call is about the time from now. */
export function wasHeld(request: FastifyRequest): boolean {
  const now = performance.now();
  if (now - request.confirmedAt < HELD_MS) return false;
  request.confirmedAt = now;
  return true;
}
