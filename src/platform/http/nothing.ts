import type { FastifyReply } from 'fastify';

/** Ends an answer that has headers only. `send(null)` would print `null` where the status allows a body. */
export function sendNothing(reply: FastifyReply): FastifyReply {
  return reply.send();
}
