import type { FastifyInstance, FastifyReply, onSendHookHandler } from 'fastify';

/** Sends an answer without a body. `send(null)` would print `null` if the status allows a body. */
export function sendEmpty(reply: FastifyReply): FastifyReply {
  return reply.send();
}

/**
 * A 304 has no Content-Length, which would be that of the whole (RFC 9110, 8.6); the HEAD routes that the framework
 * adds would send 0. Must be registered before the routes.
 */
export function registerNotModified(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') route.onSend = [...[route.onSend ?? []].flat(), withoutLength];
  });
}

const withoutLength: onSendHookHandler = (_request, reply, payload, done) => {
  if (reply.statusCode === 304) reply.removeHeader('content-length');
  done(null, payload);
};
