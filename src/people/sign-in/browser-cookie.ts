/** The cookie that binds sign-ins to the browser that began them. */
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import { isSecret, newSecret } from '../../platform/crypto/secrets.ts';
import { PENDING_MS } from './pending.queries.ts';

type Sites = Pick<Config, 'baseUrl'>;

export const isSecure = ({ baseUrl }: Sites): boolean => baseUrl.startsWith('https:');

/** Over https, no other host of the domain can set a cookie with this prefix. */
export const signInCookie = (sites: Sites): string => (isSecure(sites) ? '__Host-carrel_sign_in' : 'carrel_sign_in');

/** The secret of the browser, or '' if it has none. */
export function browserSecretOf(sites: Sites, request: FastifyRequest): string {
  const secret = request.cookies[signInCookie(sites)] ?? '';
  return isSecret(secret) ? secret : '';
}

/** Gives the browser a secret for ten minutes; sign-ins that it began in other tabs stay valid. */
export function bindBrowser(sites: Sites, request: FastifyRequest, reply: FastifyReply): string {
  const known = browserSecretOf(sites, request);
  const secret = known === '' ? newSecret() : known;
  const maxAge = PENDING_MS / 1000;
  reply.setCookie(signInCookie(sites), secret, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure(sites),
    maxAge,
  });
  return secret;
}
