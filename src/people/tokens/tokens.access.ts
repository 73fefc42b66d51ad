/** Limits of tokens, and of requests with a token that manage tokens (docs/api/authentication.md#scopes). */
import { forbidden, invalidParameter } from '../../platform/errors.ts';
import { readEnd } from '../../platform/values/times.ts';
import type { Actor } from '../../core/actor.ts';
import { type Scope, type Scopes, insufficientScope, missingScopes, sortedScopes } from '../../core/scopes.ts';

/** The limits of a token. `expiresAt` null: never. */
export type TokenLimits = { scopes: Scopes; expiresAt: Date | null };

/** Limits that a client asks for. */
export type WantedLimits = { scopes?: Scope[] | undefined; expiresOn?: string | undefined };

/**
 * The limits of a token that the actor creates. A token passes its own limits on, and creates none that can do more or
 * expires later (403).
 */
export function limitsOfNew(actor: Actor, wanted: WantedLimits): TokenLimits {
  const own = limitsOf(actor);
  const { scopes = [] } = wanted;
  const limits = {
    scopes: scopes.length === 0 ? own.scopes : sortedScopes(scopes),
    expiresAt: readExpiry(wanted.expiresOn, actor.now) ?? own.expiresAt,
  };
  assertWithin(actor, limits);
  return limits;
}

/** The end of a token; null if none is given. 400 if it has passed. */
export function readExpiry(expiresOn: string | undefined, now: Date): Date | null {
  if (expiresOn === undefined) return null;
  const { at } = readEnd(expiresOn, 'ExpiresOn');
  if (at.getTime() <= now.getTime()) throw invalidParameter('ExpiresOn', 'ExpiresOn must be in the future.');
  return at;
}

/** 403 unless the actor's own token, if any, has these scopes and does not expire earlier. */
export function assertWithin(actor: Actor, limits: TokenLimits): void {
  const own = limitsOf(actor);
  const missing = missingScopes(own.scopes, limits.scopes ?? 'everything');
  if (missing !== null) throw insufficientScope(missing);
  if (own.expiresAt === null) return;
  if (limits.expiresAt === null || limits.expiresAt > own.expiresAt) {
    throw forbidden(
      `The token of this request expires on ${own.expiresAt.toISOString()}; no token of it can last longer.`,
    );
  }
}

/** 403 for a token with scopes that manages other tokens than itself, unless `admin` is one of them. */
export function assertManages({ via }: Actor, tokenId: number | null): void {
  if (via.kind !== 'token' || via.tokenId === tokenId) return;
  const missing = missingScopes(via.scopes, ['admin']);
  if (missing !== null) throw insufficientScope(missing);
}

/** The limits of a token as details in the activity log. */
export function limitDetails({ scopes, expiresAt }: TokenLimits): Record<string, string> {
  return {
    ...(scopes === null ? {} : { scopes: scopes.join(' ') }),
    ...(expiresAt === null ? {} : { expiresOn: expiresAt.toISOString() }),
  };
}

function limitsOf({ via }: Actor): TokenLimits {
  if (via.kind !== 'token') return { scopes: null, expiresAt: null };
  return { scopes: via.scopes, expiresAt: via.expiresAt === null ? null : new Date(via.expiresAt) };
}
