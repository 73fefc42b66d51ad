/**
 * The one list of what routes require of API tokens (docs/api/authentication.md#scopes). A route without a line is open
 * to tokens without scopes only, and test/meta/access/scopes.test.ts reports it.
 */
import type { RequiredScopes } from '../core/scopes.ts';
import { LIBRARY_SCOPES } from './library.ts';
import { PEOPLE_SCOPES } from './people.ts';
import type { RouteScopes } from './route-scopes.ts';
import { SHARING_SCOPES } from './sharing.ts';

export const ROUTE_SCOPES: RouteScopes = { ...LIBRARY_SCOPES, ...SHARING_SCOPES, ...PEOPLE_SCOPES };

/** The scopes that a route requires, by its method and its path as it was registered. */
export function requiredScopes(method: string, url: string): RequiredScopes {
  return ROUTE_SCOPES[`${method === 'HEAD' ? 'GET' : method} ${url}`] ?? 'everything';
}
