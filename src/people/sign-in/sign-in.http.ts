/** Cookies of signing in. */
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { forbidden } from '../../platform/errors.ts';
import { siteOf } from '../../core/hosts/hosts.http.ts';
import { sessionCookie } from '../sessions/authenticate.ts';
import type { SignedIn, WantedSession } from '../sessions/open-session.ts';
import { browserCookie, setSessionCookies } from '../sessions/sessions.http.ts';
import { isOwnOrigin } from '../sessions/origins.ts';
import { isSecure, signInCookie } from './browser-cookie.ts';
import { type DeploymentChoice, presentChoice } from './deployment-choice.ts';
import type { PendingSignIn } from './finish-sign-in.ts';
import { PENDING_MS } from './pending.queries.ts';

/** Otherwise another site could sign visitors in to its own account and read what they upload. */
export function assertNotForeign({ config }: Deps, request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin !== undefined && !isOwnOrigin(config, request, origin)) {
    throw forbidden('Signing in is possible only from the pages of this service.');
  }
}

/** The browser of a sign-in, and its current session, which the new one replaces. */
export function signInPlace(deps: Deps, request: FastifyRequest): Pick<WantedSession, 'browser' | 'replaced'> {
  const { 'user-agent': userAgent = null, 'sec-ch-ua': brands } = request.headers;
  const browser = {
    address: request.ip,
    userAgent,
    brands: typeof brands === 'string' ? brands : null,
    secret: request.cookies[browserCookie(deps.config)] ?? null,
  };
  const secret = request.cookies[sessionCookie(deps.config)];
  return { browser, replaced: secret === undefined ? null : { secret, site: siteOf(request) } };
}

/** The secret of the pending sign-in; null if there is none. */
export function pendingOf({ config }: Deps, request: FastifyRequest): string | null {
  return request.cookies[signInCookie(config)] ?? null;
}

/** Sends the session, or a response that requires a second step or the choice of a deployment. */
export async function sendSignIn(deps: Deps, reply: FastifyReply, result: SignedIn | PendingSignIn | DeploymentChoice) {
  if ('deployments' in result) return reply.code(200).send(presentChoice(deps, result));
  setSignInCookie(deps, reply, result);
  if ('pending' in result) return reply.code(200).send({ SecondFactor: { Methods: result.factors } });
  return reply.code(201).send(presentSignedIn(result));
}

/** Sets the cookie of the session or of the pending sign-in. */
export function setSignInCookie(
  deps: Pick<Deps, 'config'>,
  reply: FastifyReply,
  result: SignedIn | PendingSignIn,
): void {
  if (!('pending' in result)) return setSessionCookies(deps, reply, result);
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(deps.config) } as const;
  reply.setCookie(signInCookie(deps.config), result.pending, { ...attributes, maxAge: PENDING_MS / 1000 });
}

/** Removes the cookie of the first step. */
export function clearPending({ config }: Deps, reply: FastifyReply): void {
  reply.clearCookie(signInCookie(config), { path: '/', secure: isSecure(config) });
}

function presentSignedIn({ sessionId, user }: SignedIn) {
  const { userId, email, name, isSiteAdmin } = user;
  return { SessionId: sessionId, UserId: userId, Email: email, Name: name, IsSiteAdmin: isSiteAdmin };
}
