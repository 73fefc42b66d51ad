/** Authentication of SCIM requests: by the token of a connection, and by nothing else (docs/api/scim.md#connections). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { type Problem, tooManyRequests, unauthorized } from '../../platform/errors.ts';
import { siteOf } from '../../core/hosts/hosts.http.ts';
import { serves } from '../../core/hosts/sites.ts';
import { hit } from '../../platform/limits/throttle.ts';
import { limitInvalidCredentials } from '../sessions/invalid-credentials.ts';
import { isConnectionToken } from './connection-token.ts';
import { findConnectionByToken, touchConnection } from './connections.queries.ts';

/** An authenticated identity provider. */
export type Connection = {
  deploymentId: number;
  connectionId: number;
  name: string;
  invites: boolean;
  managesExisting: boolean;
  tokenHash: Buffer;
  /** The time of the request. */
  now: Date;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on all routes but those of SCIM. */
    connection: Connection | null;
  }
}

/** Requests of a connection per minute. */
export const REQUESTS_PER_MINUTE = 3_000;

const MINUTE_MS = 60_000;

const SCHEME = /^bearer +(\S+) *$/i;

/** Must be registered before the hook that refuses unauthenticated requests. */
export function registerConnectionAuthentication(app: FastifyInstance, deps: Deps): void {
  const countInvalid = limitInvalidCredentials(deps);
  app.decorateRequest('connection', null);
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.credential !== 'connection') return;
    const token = SCHEME.exec(request.headers.authorization ?? '')?.[1];
    const found = token === undefined ? undefined : await authenticate(deps, token);
    if (found !== undefined && serves(siteOf(request), found)) {
      request.connection = found;
      request.refusal = await countRequest(deps, found);
    } else if (request.headers.authorization === undefined) request.refusal = refused();
    else request.refusal = (await countInvalid(request.ip)) ?? refused();
  });
}

/** The connection of a request on a SCIM route. */
export function connectionOf({ connection }: FastifyRequest): Connection {
  if (connection === null) throw new Error('This route is not one of SCIM.');
  return connection;
}

/** The verified credential of a SCIM request, or null. */
export function connectionCredentialOf({ connection }: FastifyRequest): string | null {
  return connection === null ? null : `connection ${connection.deploymentId}/${connection.connectionId}`;
}

async function authenticate({ sql, clock }: Deps, token: string): Promise<Connection | undefined> {
  if (!isConnectionToken(token)) return undefined;
  const now = clock();
  const tokenHash = hashSecret(token);
  const found = await findConnectionByToken(sql, tokenHash, new Date(now.getTime() - MINUTE_MS));
  if (found === undefined) return undefined;
  const { isStale, ...connection } = found;
  if (isStale) await touchConnection(sql, connection, now);
  return { ...connection, tokenHash, now };
}

async function countRequest({ sql }: Deps, connection: Connection): Promise<Problem | null> {
  const subject = `${connection.deploymentId}/${connection.connectionId}`;
  const { hits, resetsInMs } = await hit(sql, { scope: 'scim-requests', subject, windowMs: MINUTE_MS }, connection.now);
  if (hits <= REQUESTS_PER_MINUTE) return null;
  return tooManyRequests(`More than ${REQUESTS_PER_MINUTE} requests a minute; slow down.`, resetsInMs / 1000);
}

function refused(): Problem {
  return unauthorized('The token of a SCIM connection is required. This one is not valid, was replaced, or is paused.');
}
