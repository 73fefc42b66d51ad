import type { RequiredScopes } from '../core/scopes.ts';

/** The scopes that each route requires of a token, by `GET /api/libraries/:libraryId`. HEAD goes with GET. */
export type RouteScopes = Record<string, RequiredScopes>;

/** Any token: about the token's owner, and the names of people and groups that objects of every scope show. */
export const ANY = [] as const;
export const READ = ['documents:read'] as const;
export const WRITE = ['documents:write'] as const;
/** Links and rights: who can see what. */
export const SHARES = ['shares'] as const;
export const TASKS = ['tasks'] as const;
export const REPORTS = ['reports'] as const;
/** People, groups, tokens, settings and the pages of site admins. */
export const ADMIN = ['admin'] as const;
