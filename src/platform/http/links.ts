import type { FastifyReply } from 'fastify';

/** Adds a link to the answer's `Link` header (RFC 8288), after those that are there. */
export function addLink(reply: FastifyReply, url: string, rel: string): void {
  const link = `<${url}>; rel="${rel}"`;
  const others = reply.getHeader('link');
  reply.header('link', others === undefined ? link : `${String(others)}, ${link}`);
}

// The day from which the operations were deprecated: that of the first release, 2026-01-01, as RFC 9745 writes it.
const SINCE = '@1767225600';

/** Says that the operation is deprecated, and which one takes its place; also of answers that refuse. */
export function markDeprecated(reply: FastifyReply, successorUrl: string): void {
  reply.header('deprecation', SINCE);
  addLink(reply, successorUrl, 'successor-version');
}
