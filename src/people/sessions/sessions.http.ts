import '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { SESSION_MAX_MS } from './authenticate.queries.ts';
import { sessionCookie } from './authenticate.ts';

/** Sets the cookie of a new session. */
export function setSessionCookie({ config }: Pick<Deps, 'config'>, reply: FastifyReply, secret: string): void {
  reply.setCookie(sessionCookie(config), secret, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: config.baseUrl.startsWith('https:'),
    maxAge: SESSION_MAX_MS / 1000,
  });
}
