/** Delegates sending a stored file to nginx in front (X-Accel-Redirect; docs/operations/proxy.md has the server block). */
import type { FastifyRequest } from 'fastify';

/** Status and headers of an answer. */
export type Head = { status: number; headers: Record<string, string | number> };

/**
 * The head, without a body, that makes nginx send the file under `<prefix><key>`. Null if the content must be sent from
 * here: without a prefix, or if the request did not pass a trusted proxy. nginx evaluates conditions and ranges itself,
 * so it only gets cases in which it agrees: the whole without a range, and an accepted range.
 */
export function offload(
  { accelPrefix }: { accelPrefix: string | null },
  { ips = [], headers }: Pick<FastifyRequest, 'ips' | 'headers'>,
  { status, headers: ours }: Head,
  key: string,
): Head | null {
  // The first address is the peer; a second one exists only if the peer is a trusted proxy.
  if (accelPrefix === null || ips.length < 2) return null;
  const isRangeAlike = status === 206 || headers.range === undefined;
  if (!isRangeAlike || 'if-match' in headers || 'if-unmodified-since' in headers) return null;
  // nginx adds this header itself.
  const { 'accept-ranges': _, ...kept } = ours;
  return { status, headers: { ...kept, 'content-length': 0, 'x-accel-redirect': `${accelPrefix}${key}` } };
}
