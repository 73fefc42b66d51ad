/**
 * Authentication (docs/api/authentication.md#credentials): every route requires a credential unless it is public. The
 * credential is looked up by hash on every request, so a revoked one is refused at once everywhere.
 */
import '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import type { Deps } from '../../platform/deps.ts';
import { wasHeld } from '../../platform/http/request/held.ts';
import { hashSecret, isToken } from '../../platform/crypto/secrets.ts';
import { Problem, forbidden, unauthorized } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { siteOf } from '../../core/hosts/hosts.http.ts';
import { serves } from '../../core/hosts/sites.ts';
import { sessionEnded } from './ended-session.ts';
import { joinLookups } from '../credentials/join-lookups.ts';
import { findActorsBySession, findActorsByToken, touchSession, touchToken } from './authenticate.queries.ts';
import { recordFirstUse } from './first-use.ts';
import { limitInvalidCredentials } from './invalid-credentials.ts';
import { isLimited, limitedSession } from '../credentials/limited-session.ts';
import { isOwnOrigin } from './origins.ts';
import { isSessionSecret } from './session-secret.ts';

/**
 * The name of the session cookie. Over https, browsers accept a cookie with this prefix only from the host itself, so
 * that no other host of the domain can replace the session.
 */
export function sessionCookie({ baseUrl }: Pick<Config, 'baseUrl'>): string {
  return baseUrl.startsWith('https:') ? '__Host-carrel_session' : 'carrel_session';
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the credential of the request is refused. */
    refusal: Problem | null;
  }
  interface FastifyContextConfig {
    /** No credential is required; the handler gets no actor. */
    public?: boolean;
    /** Site admins only: others get 403 before anything else of the request is checked. */
    role?: 'siteAdmin';
    /** Browsers request it on their own, so it does not count as use of the session. */
    isBackground?: boolean;
    /** Open to sessions that can only set up a second factor (limited-session.ts). */
    limitedSession?: true;
    /** Another credential than a person's is required, which another hook verifies. */
    credential?: string;
  }
}

/**
 * Authenticates the caller before anything else of a request is read. An invalid credential is recorded for
 * `requireActor`, so that the rate limit in between can count requests: by credential if valid, otherwise by address.
 */
export function registerAuthentication(app: FastifyInstance, deps: Deps): void {
  const countInvalid = limitInvalidCredentials(deps);
  const lookups = openLookups(deps);
  app.decorateRequest('actor', null);
  app.decorateRequest('refusal', null);
  app.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions;
    if (config.public === true || config.credential !== undefined || request.is404) return;
    const found = await authenticate(lookups, request);
    if (!(found instanceof Problem)) request.actor = found;
    else request.refusal = found instanceof InvalidCredential ? ((await countInvalid(request.ip)) ?? found) : found;
  });
}

/** The user who is signed in to the browser, for public pages; null if there is none, or the session is limited. */
export async function findSignedIn(deps: Deps, request: FastifyRequest): Promise<Actor | null> {
  const session = request.cookies[sessionCookie(deps.config)];
  if (session === undefined || !isSessionSecret(deps.secretKey, session)) return null;
  const found = await authenticateSession(openLookups(deps), request, session);
  return found instanceof Problem || isLimited(found) ? null : found;
}

/**
 * Refuses callers who may not use the route (401, then 403 for a limited session, then 403 for a missing role), and again
 * after a body that took long to arrive.
 */
export function requireActor(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', (request, _reply, done) => done(request.refusal ?? refusalOf(request)));
  app.addHook('preValidation', async (request) => confirmCaller(deps, request));
}

/**
 * Authenticates the caller again if the request was held open. Otherwise somebody with a stolen credential could send all but
 * the end of a request, and the rest after the credential was revoked. Handlers that read the body themselves call it
 * afterwards.
 */
export async function confirmCaller(deps: Deps, request: FastifyRequest): Promise<void> {
  const { actor } = request;
  // The gateway of visits checks visitors.
  if (actor === null || actor.via.kind === 'visit' || !wasHeld(request)) return;
  const found = await authenticate(openLookups(deps), request);
  if (found instanceof Problem) throw found;
  const { preconditions, once } = actor;
  request.actor = { ...found, ...(preconditions && { preconditions }), ...(once && { once }) };
  const refusal = refusalOf(request);
  if (refusal !== undefined) throw refusal;
}

function refusalOf({ routeOptions: { config }, actor }: FastifyRequest): Problem | undefined {
  if (actor !== null && config.limitedSession !== true && isLimited(actor)) return limitedSession();
  const isAllowed = config.role !== 'siteAdmin' || actor?.isSiteAdmin === true;
  return isAllowed ? undefined : forbidden('Only site admins can do this.');
}

/** The verified credential of the request, or null. */
export function credentialOf({ actor }: FastifyRequest): string | null {
  if (actor === null || actor.via.kind === 'visit') return null;
  const { deploymentId, via } = actor;
  return via.kind === 'token' ? `token ${deploymentId}/${via.tokenId}` : `session ${deploymentId}/${via.sessionId}`;
}

// 401 for a malformed or unknown credential, as opposed to a missing or ended one.
class InvalidCredential extends Problem {
  constructor(title: string) {
    super('/unauthorized', title, { headers: unauthorized().headers });
  }
}

type Lookups = ReturnType<typeof openLookups>;

function openLookups(deps: Deps) {
  const { sql, clock } = deps;
  return {
    ...deps,
    findByToken: joinLookups((hashes) => findActorsByToken(sql, hashes, clock())),
    findBySession: joinLookups((hashes) => findActorsBySession(sql, hashes, clock())),
  };
}

async function authenticate(deps: Lookups, request: FastifyRequest): Promise<Actor | Problem> {
  const { authorization } = request.headers;
  if (authorization !== undefined) return authenticateToken(deps, authorization, request);
  const session = request.cookies[sessionCookie(deps.config)];
  if (session === undefined) return unauthorized();
  return crossOriginRefusal(deps, request) ?? authenticateSession(deps, request, session);
}

// `Bearer <token>` and `<WORD>-TOKEN <token>` with any word of letters (docs/api/authentication.md#credentials).
const SCHEME = /^(?:bearer|[a-z]+-token) +(\S+) *$/i;

async function authenticateToken(
  { sql, clock, findByToken }: Lookups,
  authorization: string,
  request: FastifyRequest,
): Promise<Actor | Problem> {
  const token = SCHEME.exec(authorization)?.[1];
  if (token === undefined || !isToken(token)) {
    return new InvalidCredential('The Authorization header contains no valid API token.');
  }
  const now = clock();
  const found = await findByToken(hashSecret(token));
  if (found === undefined || !serves(siteOf(request), found))
    return new InvalidCredential('The API token is not valid, has expired, or was revoked.');
  const { isStale, isFirstForeignUse, ...rest } = found;
  const { secretHash, tokenId, parentTokenId, isSync, scopes, expiresAt, ...actor } = rest;
  const address = request.ip;
  if (isFirstForeignUse) await recordFirstUse(sql, actor, tokenId, { address, now });
  else if (isStale) await touchToken(sql, actor.deploymentId, tokenId, { address, now });
  return { ...actor, now, via: { kind: 'token', tokenId, parentTokenId, secretHash, isSync, scopes, expiresAt } };
}

async function authenticateSession(
  { sql, clock, secretKey, findBySession }: Lookups,
  request: FastifyRequest,
  session: string,
): Promise<Actor | Problem> {
  const now = clock();
  const found = await findBySession(hashSecret(session));
  if (found === undefined) {
    const title = 'The session has ended; sign in again.';
    return isSessionSecret(secretKey, session) ? unauthorized(title) : new InvalidCredential(title);
  }
  // A cookie of another host name that was copied here.
  if (!serves(siteOf(request), found)) return unauthorized('The session has ended; sign in again.');
  const { secretHash: _, isStale, sessionId, authenticatedAt, factorDueAt, ...rest } = found;
  const { endedBy, idleMinutes, maxDays, ...actor } = rest;
  if (endedBy !== null) return sessionEnded(endedBy, { idleMinutes, maxDays });
  if (isForAnotherAccount(request, actor)) return unauthorized('This browser has switched to another account.');
  if (isStale && countsAsUse(request)) {
    await touchSession(sql, actor.deploymentId, sessionId, { address: request.ip, now });
  }
  return { ...actor, now, via: { kind: 'session', sessionId, authenticatedAt, factorDueAt } };
}

// Pages name the account that they show, because another tab may have switched the cookie to another account.
function isForAnotherAccount({ headers }: FastifyRequest, { userId }: { userId: number }): boolean {
  const shown = headers['x-user-id'];
  return shown !== undefined && shown !== String(userId);
}

// The app marks requests of a page that nobody is using. Otherwise a page that is left open would never be idle.
function countsAsUse({ headers, routeOptions }: FastifyRequest): boolean {
  return headers['x-background'] !== 'true' && routeOptions.config.isBackground !== true;
}

// Browsers send the cookie with requests of other sites, which cannot forge their Origin.
function crossOriginRefusal({ config }: Deps, request: FastifyRequest): Problem | null {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return null;
  const { origin } = request.headers;
  if (origin !== undefined && isOwnOrigin(config, request, origin)) return null;
  return forbidden('Changes from a signed-in browser are only allowed from the pages of this service.');
}
