/** The cookies that bind sign-ins to the browser that began them. */
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import { isSecret, newSecret } from '../../platform/crypto/secrets.ts';
import { PENDING_MS } from './pending.queries.ts';

type Sites = Pick<Config, 'baseUrl'>;

export const isSecure = ({ baseUrl }: Sites): boolean => baseUrl.startsWith('https:');

// Over https, no other host of the domain can set a cookie with this prefix.
const named = (sites: Sites, name: string): string => (isSecure(sites) ? `__Host-${name}` : name);

/** For sign-ins with a provider and for pending ones. */
export const signInCookie = (sites: Sites): string => named(sites, 'carrel_sign_in');

/**
 * For sign-ins with a passkey. The sign-in page asks for their options while it loads: the answer may come after a provider's
 * button was pressed or a password sent, and must not replace the cookie of that.
 */
export const passkeyCookie = (sites: Sites): string => named(sites, 'carrel_passkey');

type CookieOf = (sites: Sites) => string;

/** The secret of the browser, or '' if it has none. */
export function browserSecretOf(sites: Sites, request: FastifyRequest, cookieOf: CookieOf = signInCookie): string {
  const secret = request.cookies[cookieOf(sites)] ?? '';
  return isSecret(secret) ? secret : '';
}

/** Gives the browser a secret for ten minutes; sign-ins that it began in other tabs stay valid. */
export function bindBrowser(
  sites: Sites,
  request: FastifyRequest,
  reply: FastifyReply,
  cookieOf: CookieOf = signInCookie,
): string {
  const known = browserSecretOf(sites, request, cookieOf);
  const secret = known === '' ? newSecret() : known;
  const maxAge = PENDING_MS / 1000;
  reply.setCookie(cookieOf(sites), secret, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure(sites),
    maxAge,
  });
  return secret;
}
