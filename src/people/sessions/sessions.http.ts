import '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import type { Deps } from '../../platform/deps.ts';
import { BROWSER_KEPT_MS } from '../devices/known-browsers.steps.ts';
import { sessionCookie } from './authenticate.ts';
import type { SignedIn } from './open-session.ts';

const DAY_S = 86_400;

/** Sets the cookies of a new session and of its browser. */
export function setSessionCookies(
  { config }: Pick<Deps, 'config'>,
  reply: FastifyReply,
  { secret, maxDays, browserSecret }: SignedIn,
): void {
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(config) } as const;
  reply.setCookie(sessionCookie(config), secret, { ...attributes, maxAge: maxDays * DAY_S });
  reply.setCookie(browserCookie(config), browserSecret, { ...attributes, maxAge: BROWSER_KEPT_MS / 1000 });
}

/** The name of the cookie by which a browser is known (decision 0115). The prefix is that of the session cookie. */
export function browserCookie(config: Pick<Config, 'baseUrl'>): string {
  return isHttps(config) ? '__Host-carrel_browser' : 'carrel_browser';
}

/** Removes the cookie of the session. */
export function clearSessionCookie({ config }: Pick<Deps, 'config'>, reply: FastifyReply): void {
  reply.clearCookie(sessionCookie(config), { path: '/', secure: isHttps(config) });
}

function isHttps({ baseUrl }: Pick<Config, 'baseUrl'>): boolean {
  return baseUrl.startsWith('https:');
}
