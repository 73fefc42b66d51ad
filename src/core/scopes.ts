/** Scopes of API tokens (docs/api/authentication.md#scopes). */
import { Problem } from '../platform/errors.ts';

/** The scopes that exist, in the order of lists. */
export const SCOPES = ['documents:read', 'documents:write', 'shares', 'tasks', 'reports', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes of a token; null: it can do everything that its owner can do. */
export type Scopes = readonly Scope[] | null;

/** A route requires each of these scopes, or a token without scopes. */
export type RequiredScopes = readonly Scope[] | 'everything';

/** The required scopes that a token lacks; `everything` for a route that no scope opens. Null: it can use the route. */
export function missingScopes(scopes: Scopes, required: RequiredScopes): RequiredScopes | null {
  if (scopes === null) return null;
  if (required === 'everything') return required;
  const missing = required.filter((scope) => !scopes.includes(scope));
  return missing.length === 0 ? null : missing;
}

/** Scopes without repetitions, in one order. */
export function sortedScopes(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}

/** 403 that names the scopes (RFC 6750, 3.1). */
export function insufficientScope(missing: RequiredScopes): Problem {
  const names = missing === 'everything' ? [] : missing;
  const title =
    names.length === 0
      ? 'This API token is limited to scopes, and no scope allows this request. Use a token without scopes.'
      : `This API token lacks the ${names.length === 1 ? 'scope' : 'scopes'} ${names.join(', ')}.`;
  const scope = names.length === 0 ? '' : `, scope="${names.join(' ')}"`;
  return new Problem('/forbidden', title, {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope"${scope}` },
    more: { MissingScopes: names },
  });
}
