/** Leaving it to the nginx in front to send a stored file (its X-Accel-Redirect; docs/operations.md has the server block). */
import type { FastifyRequest } from 'fastify';

/** Status and headers of an answer. */
export type Head = { status: number; headers: Record<string, string | number> };

/**
 * The head, without a body, that makes nginx send the file under `<prefix><key>`; null if the content is to be sent from
 * here: without a prefix, and to whoever has not come through a trusted proxy. nginx cuts ranges and judges conditions
 * anew, so it gets only what it judges alike: the whole where no range was asked for, and a part that was granted.
 */
export function offload(
  { accelPrefix }: { accelPrefix: string | null },
  { ips = [], headers }: Pick<FastifyRequest, 'ips' | 'headers'>,
  { status, headers: ours }: Head,
  key: string,
): Head | null {
  // The first address is the peer's; a second is there only if the peer is trusted and says for whom it speaks.
  if (accelPrefix === null || ips.length < 2) return null;
  const isRangeAlike = status === 206 || headers.range === undefined;
  if (!isRangeAlike || 'if-match' in headers || 'if-unmodified-since' in headers) return null;
  // nginx says itself that it takes ranges; twice would be once too often.
  const { 'accept-ranges': _, ...kept } = ours;
  return { status, headers: { ...kept, 'content-length': 0, 'x-accel-redirect': `${accelPrefix}${key}` } };
}
