import type { FastifyReply } from 'fastify';

/** Appends a link to the `Link` header (RFC 8288). */
export function addLink(reply: FastifyReply, url: string, rel: string): void {
  const link = `<${url}>; rel="${rel}"`;
  const others = reply.getHeader('link');
  reply.header('link', others === undefined ? link : `${String(others)}, ${link}`);
}

// The deprecation date: that of the first release, 2026-01-01, in the format of RFC 9745.
const SINCE = '@1767225600';

/** Marks the operation as deprecated and links its successor; also on error answers. */
export function markDeprecated(reply: FastifyReply, successorUrl: string): void {
  reply.header('deprecation', SINCE);
  addLink(reply, successorUrl, 'successor-version');
}
