import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { siteOf } from '../../core/hosts/hosts.http.ts';
import { BROWSER_KEPT_MS } from '../devices/known-browsers.steps.ts';
import { sessionCookie } from './authenticate.ts';
import { type SignedIn, endBySecret } from './open-session.ts';
import { isSessionSecret } from './session-secret.ts';

const DAY_S = 86_400;

/**
 * The number of accounts that a browser keeps besides the current one (docs/api/authentication.md#several-accounts-in-one-browser). The secrets
 * of their sessions are in a separate cookie, which authenticates no request.
 */
export const MAX_PARKED = 5;

const PARKED_S = 90 * 86_400;

/** Sets the cookies of a new session and of its browser. */
export function setSessionCookies(
  { config }: Pick<Deps, 'config'>,
  reply: FastifyReply,
  { secret, maxDays, browserSecret }: SignedIn,
): void {
  setSessionCookie({ config }, reply, { secret, maxDays });
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(config) } as const;
  reply.setCookie(browserCookie(config), browserSecret, { ...attributes, maxAge: BROWSER_KEPT_MS / 1000 });
}

/** Sets the cookie of a session. */
export function setSessionCookie(
  { config }: Pick<Deps, 'config'>,
  reply: FastifyReply,
  { secret, maxDays }: { secret: string; maxDays: number },
): void {
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(config) } as const;
  reply.setCookie(sessionCookie(config), secret, { ...attributes, maxAge: maxDays * DAY_S });
}

/** The name of the cookie that identifies a known browser (decision 0115). The prefix is that of the session cookie. */
export function browserCookie(config: Pick<Config, 'baseUrl'>): string {
  return isHttps(config) ? '__Host-carrel_browser' : 'carrel_browser';
}

/** Removes the cookie of the session. */
export function clearSessionCookie({ config }: Pick<Deps, 'config'>, reply: FastifyReply): void {
  reply.clearCookie(sessionCookie(config), { path: '/', secure: isHttps(config) });
}

/** The secrets of the parked sessions that this service created, whether or not they still exist. */
export function parkedOf({ config, secretKey }: Pick<Deps, 'config' | 'secretKey'>, request: FastifyRequest): string[] {
  const secrets = (request.cookies[parkedCookie(config)] ?? '').split('.', MAX_PARKED);
  return secrets.filter((secret) => isSessionSecret(secretKey, secret));
}

/** Stores the secrets in the cookie; removes it if there are none. */
export function setParked({ config }: Pick<Deps, 'config'>, reply: FastifyReply, secrets: string[]): void {
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(config) } as const;
  if (secrets.length === 0) reply.clearCookie(parkedCookie(config), { path: '/', secure: isHttps(config) });
  else reply.setCookie(parkedCookie(config), secrets.join('.'), { ...attributes, maxAge: PARKED_S });
}

/** Ends the parked sessions that the site of the request serves: signing out signs out of all accounts of the browser. */
export async function endParked(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const secrets = parkedOf(deps, request);
  if (secrets.length === 0) return;
  await endSecrets(deps, request, secrets);
  setParked(deps, reply, []);
}

/** Ends sessions that the browser had parked, if the site of the request serves them. */
export async function endSecrets({ sql, clock }: Deps, request: FastifyRequest, secrets: string[]): Promise<void> {
  const site = siteOf(request);
  for (const secret of secrets) await transaction(sql, (tx) => endBySecret(tx, { secret, site }, clock()));
}

// The prefix is that of the session cookie.
function parkedCookie(config: Pick<Config, 'baseUrl'>): string {
  return isHttps(config) ? '__Host-carrel_parked' : 'carrel_parked';
}

function isHttps({ baseUrl }: Pick<Config, 'baseUrl'>): boolean {
  return baseUrl.startsWith('https:');
}
