/**
 * Authentication (docs/api/authentication.md#credentials): every route requires a credential unless it names itself public.
 * The credential is looked up by hash in the database on every request, so a revoked one is refused at once everywhere.
 */
import '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import type { Deps } from '../../platform/deps.ts';
import { hashSecret, isToken } from '../../platform/crypto/secrets.ts';
import { Problem, forbidden, unauthorized } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { findActorBySession, findActorByToken, touchSession, touchToken } from './authenticate.queries.ts';
import { recordFirstUse } from './first-use.ts';
import { limitInvalidCredentials } from './invalid-credentials.ts';
import { isOwnOrigin } from './origins.ts';
import { isSessionSecret } from './session-secret.ts';

/**
 * The name of the session's cookie. Over https browsers take one with this prefix from the host itself only, so that no
 * other host of the domain can put its own session in its place.
 */
export function sessionCookie({ baseUrl }: Pick<Config, 'baseUrl'>): string {
  return baseUrl.startsWith('https:') ? '__Host-carrel_session' : 'carrel_session';
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the credential of the request is not accepted. */
    refusal: Problem | null;
  }
  interface FastifyContextConfig {
    /** No credential is wanted; the handler gets no actor. */
    public?: boolean;
    /** Only site admins: anybody else gets 403 before anything of the request is looked at. */
    role?: 'siteAdmin';
  }
}

/**
 * Finds out who is asking, before anything else of a request is looked at. What is wrong with the credential is kept for
 * `requireActor`, so that requests can be counted in between: by the credential if it is valid, by the address if not.
 */
export function registerAuthentication(app: FastifyInstance, deps: Deps): void {
  const countInvalid = limitInvalidCredentials(deps);
  app.decorateRequest('actor', null);
  app.decorateRequest('refusal', null);
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.public === true || request.is404) return;
    const found = await authenticate(deps, request);
    if (!(found instanceof Problem)) request.actor = found;
    else request.refusal = found instanceof InvalidCredential ? ((await countInvalid(request.ip)) ?? found) : found;
  });
}

/** Refuses those who may not use the route (order of checks: 401, then the role's 403). */
export function requireActor(app: FastifyInstance): void {
  app.addHook('onRequest', ({ routeOptions: { config }, refusal, actor }, _reply, done) => {
    const isAllowed = config.role !== 'siteAdmin' || actor?.isSiteAdmin === true;
    done(refusal ?? (isAllowed ? undefined : forbidden('Only a site admin may do this.')));
  });
}

/** The verified credential of the request, null while there is none. */
export function credentialOf({ actor }: FastifyRequest): string | null {
  if (actor === null || actor.via.kind === 'visit') return null;
  const { deploymentId, via } = actor;
  return via.kind === 'token' ? `token ${deploymentId}/${via.tokenId}` : `session ${deploymentId}/${via.sessionId}`;
}

// 401 for a credential that was sent and is none, unlike one that is missing or has ended.
class InvalidCredential extends Problem {
  constructor(title: string) {
    super('/unauthorized', title, { headers: unauthorized().headers });
  }
}

async function authenticate(deps: Deps, request: FastifyRequest): Promise<Actor | Problem> {
  const { authorization } = request.headers;
  if (authorization !== undefined) return authenticateToken(deps, authorization);
  const session = request.cookies[sessionCookie(deps.config)];
  if (session === undefined) return unauthorized();
  return crossOriginRefusal(deps, request) ?? authenticateSession(deps, session);
}

// `Bearer <token>` and `<WORD>-TOKEN <token>` with any word of letters (docs/api/authentication.md#credentials).
const SCHEME = /^(?:bearer|[a-z]+-token) +(\S+) *$/i;

async function authenticateToken({ sql, clock }: Deps, authorization: string): Promise<Actor | Problem> {
  const token = SCHEME.exec(authorization)?.[1];
  if (token === undefined || !isToken(token)) {
    return new InvalidCredential('The Authorization header contains no valid API token.');
  }
  const now = clock();
  const found = await findActorByToken(sql, hashSecret(token), now);
  if (found === undefined) return new InvalidCredential('The API token is not valid, or was revoked.');
  const { isStale, isFirstForeignUse, tokenId, isSync, ...actor } = found;
  if (isFirstForeignUse) await recordFirstUse(sql, actor, tokenId, now);
  else if (isStale) await touchToken(sql, actor.deploymentId, tokenId, now);
  return { ...actor, now, via: { kind: 'token', tokenId, isSync } };
}

async function authenticateSession({ sql, clock, secretKey }: Deps, session: string): Promise<Actor | Problem> {
  const now = clock();
  const found = await findActorBySession(sql, hashSecret(session), now);
  if (found === undefined) {
    const title = 'The session has ended; sign in again.';
    return isSessionSecret(secretKey, session) ? unauthorized(title) : new InvalidCredential(title);
  }
  const { isStale, sessionId, createdAt, ...actor } = found;
  if (isStale) await touchSession(sql, actor.deploymentId, sessionId, now);
  return { ...actor, now, via: { kind: 'session', sessionId, createdAt } };
}

// A browser adds the cookie to requests that other sites make; those cannot forge their Origin.
function crossOriginRefusal({ config }: Deps, request: FastifyRequest): Problem | null {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return null;
  const { origin } = request.headers;
  if (origin !== undefined && isOwnOrigin(config, origin)) return null;
  return forbidden('A signed-in browser may change things only from the pages of this service.');
}
