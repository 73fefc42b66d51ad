/**
 * Authentication (contract: Authentication, 1–3): every route wants a credential unless it names itself public.
 * The credential is looked up by hash in the database on every request, so a revoked one is refused at once everywhere.
 */
import '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { hashSecret, isToken } from '../../platform/crypto/secrets.ts';
import { forbidden, unauthorized } from '../../platform/errors.ts';
import type { Actor } from '../actor.ts';
import { findActorBySession, findActorByToken, touchSession, touchToken } from './authenticate.queries.ts';
import { recordFirstUse } from './first-use.ts';
import { isOwnOrigin } from './origins.ts';

export const SESSION_COOKIE = 'carrel_session';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** No credential is wanted; the handler gets no actor. */
    public?: boolean;
    /** Only site admins: anybody else gets 403 before anything of the request is looked at. */
    role?: 'siteAdmin';
  }
}

/** Sets `request.actor` before anything else of a request is looked at (order of checks: 401, then the role's 403). */
export function registerAuthentication(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('actor', null);
  app.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions;
    if (config.public === true || request.is404) return;
    const actor = await authenticate(deps, request);
    request.actor = actor;
    if (config.role === 'siteAdmin' && !actor.isSiteAdmin) throw forbidden('Only a site admin may do this.');
  });
}

async function authenticate(deps: Deps, request: FastifyRequest): Promise<Actor> {
  const { authorization } = request.headers;
  if (authorization !== undefined) return authenticateToken(deps, authorization);
  const session = request.cookies[SESSION_COOKIE];
  if (session === undefined) throw unauthorized();
  assertSameOrigin(deps, request);
  return authenticateSession(deps, session);
}

// `Bearer <token>` and `<WORD>-TOKEN <token>` with any word of letters (contract: Authentication, 3).
const SCHEME = /^(?:bearer|[a-z]+-token) +(\S+) *$/i;

async function authenticateToken({ sql, clock }: Deps, authorization: string): Promise<Actor> {
  const token = SCHEME.exec(authorization)?.[1];
  if (token === undefined || !isToken(token)) throw unauthorized('The Authorization header holds no valid API token.');
  const now = clock();
  const found = await findActorByToken(sql, hashSecret(token), now);
  if (found === undefined) throw unauthorized('The API token is not valid, or was revoked.');
  const { isStale, isFirstForeignUse, tokenId, isSync, ...actor } = found;
  if (isFirstForeignUse) await recordFirstUse(sql, actor, tokenId, now);
  else if (isStale) await touchToken(sql, actor.deploymentId, tokenId, now);
  return { ...actor, now, via: { kind: 'token', tokenId, isSync } };
}

async function authenticateSession({ sql, clock }: Deps, session: string): Promise<Actor> {
  const now = clock();
  const found = await findActorBySession(sql, hashSecret(session), now);
  if (found === undefined) throw unauthorized('The session has ended; sign in again.');
  const { isStale, sessionId, createdAt, ...actor } = found;
  if (isStale) await touchSession(sql, actor.deploymentId, sessionId, now);
  return { ...actor, now, via: { kind: 'session', sessionId, createdAt } };
}

// A browser adds the cookie to requests that other sites make; those cannot forge their Origin.
function assertSameOrigin({ config }: Deps, request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return;
  const { origin } = request.headers;
  if (origin !== undefined && isOwnOrigin(config, origin)) return;
  throw forbidden('A signed-in browser may change things only from the pages of this service.');
}
