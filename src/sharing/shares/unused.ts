/**
 * Existing clients send every property of a share: the unused ones as null, 0, false, "" or [], and those that do not
 * apply with whatever is in their forms. Ignored properties (docs/api/shares.md#creating-a-share) are therefore removed before validation.
 */
import type { FastifyRequest } from 'fastify';

const NEEDS_VALUE = new Set<unknown>(['days', 'hours', 'minutes']);
const ABOUT_MAIL = ['EmailRecipientsCc', 'CustomEmailHeader', 'CustomEmailText'];

/** For routes with such a body, before validation. */
export async function removeUnused(request: FastifyRequest): Promise<void> {
  request.body = withoutUnused(request.body);
}

/** The body without its unused properties. NotifyRecipients is on by default, so its `false` has a meaning. */
export function withoutUnused(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const used = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => name === 'NotifyRecipients' || (value !== 0 && value !== false)),
  );
  const applied = withoutUnusedExpiry(used);
  if (applied['Recipients'] === undefined || applied['NotifyRecipients'] === false) {
    for (const name of ABOUT_MAIL) delete applied[name];
  }
  return applied;
}

/** The body without the values that its `ExpireStyle` does not use. */
export function withoutUnusedExpiry(body: Record<string, unknown>): Record<string, unknown> {
  const { ExpireStyle: style, ...rest } = body;
  // Without a style these are refused, because the client probably meant the link to expire.
  if (style === undefined) return body;
  if (style !== 'date') delete rest['ExpiresOn'];
  if (!NEEDS_VALUE.has(style)) delete rest['ExpirationValue'];
  return { ExpireStyle: style, ...rest };
}
