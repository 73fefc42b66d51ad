import { type Static, Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { listNamedDeployments } from '../../core/deployments/deployments.queries.ts';
import { siteOf } from '../../core/hosts/hosts.http.ts';
import { serves } from '../../core/hosts/sites.ts';
import { signedLogoUri } from '../../core/settings/logo-address.ts';
import { findActorsBySession } from '../sessions/authenticate.queries.ts';
import { sessionCookie } from '../sessions/authenticate.ts';
import { isSessionSecret } from '../sessions/session-secret.ts';
import {
  MAX_PARKED,
  clearSessionCookie,
  endParked,
  endSecrets,
  parkedOf,
  setParked,
  setSessionCookie,
} from '../sessions/sessions.http.ts';
import { currentSession } from '../sessions/sessions.presenter.ts';
import { assertNotForeign } from '../sign-in/sign-in.http.ts';
import { parkedSessionDocs } from './parked-sessions.docs.ts';
import { ParkedSessionParams, ParkedSessionSchema } from './parked-sessions.schema.ts';

const path = '/api/sessions/parked';

/** docs/api/authentication.md#several-accounts-in-one-browser */
export function parkedSessionRoutes(app: App, deps: Deps): void {
  app.get(path, {
    config: { public: true },
    schema: { ...parkedSessionDocs.listParkedSessions, response: { 200: Type.Array(ParkedSessionSchema) } },
    handler: async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return listParked(deps, request);
    },
  });

  app.post(path, {
    schema: { ...parkedSessionDocs.parkSession, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      if (currentSession(actorOf(request)) === null) throw notFound('session');
      const secrets = await addCurrent(deps, request, await listActive(deps, request, parkedOf(deps, request)));
      if (secrets.length > MAX_PARKED) throw conflict('This browser has 6 accounts. Sign out first.');
      setParked(deps, reply, secrets);
      clearSessionCookie(deps, reply);
      return reply.code(204).send(null);
    },
  });

  app.delete(path, {
    config: { public: true },
    schema: { ...parkedSessionDocs.deleteParkedSessions, response: { 204: Type.Null() } },
    onRequest: async (request) => assertNotForeign(deps, request),
    handler: async (request, reply) => {
      await endParked(deps, request, reply);
      return reply.code(204).send(null);
    },
  });

  resumeRoute(app, deps);
}

function resumeRoute(app: App, deps: Deps): void {
  app.post(`${path}/:sessionId/resume`, {
    config: { public: true },
    schema: { ...parkedSessionDocs.resumeParkedSession, params: ParkedSessionParams, response: { 204: Type.Null() } },
    onRequest: async (request) => assertNotForeign(deps, request),
    handler: async (request, reply) => {
      const parked = await listActive(deps, request, parkedOf(deps, request));
      const chosen = parked.find(({ session }) => session.sessionId === request.params.sessionId);
      if (chosen === undefined) throw notFound('session');
      const others = parked.filter((each) => each !== chosen);
      setParked(deps, reply, await addCurrent(deps, request, others));
      setSessionCookie(deps, reply, { secret: chosen.secret, maxDays: chosen.session.maxDays });
      return reply.code(204).send(null);
    },
  });
}

// Excludes sessions of the account that is signed in.
async function listParked(deps: Deps, request: FastifyRequest): Promise<Static<typeof ParkedSessionSchema>[]> {
  const secrets = parkedOf(deps, request);
  if (secrets.length === 0) return [];
  const [current] = await listActive(deps, request, currentSecret(deps, request));
  const parked = (await listActive(deps, request, secrets)).filter(
    ({ session }) => session.userId !== current?.session.userId,
  );
  const ids = [...new Set(parked.map(({ session }) => session.deploymentId))];
  const deployments = await listNamedDeployments(deps.sql, ids);
  return deployments.flatMap((deployment) =>
    parked
      .filter(({ session }) => session.deploymentId === deployment.deploymentId)
      .map(({ session: { sessionId, userId, name, email } }) => ({
        SessionId: sessionId,
        UserId: userId,
        Name: name,
        Email: email,
        DeploymentId: deployment.deploymentId,
        DeploymentName: deployment.name,
        LogoUri: signedLogoUri(deps, deployment),
      })),
  );
}

// The secrets to park with that of the current session. An account is kept once: its older session ends.
async function addCurrent(deps: Deps, request: FastifyRequest, parked: ActiveSession[]): Promise<string[]> {
  const [current] = await listActive(deps, request, currentSecret(deps, request));
  if (current === undefined) return parked.map(({ secret }) => secret);
  const isSame = ({ session }: ActiveSession) => session.userId === current.session.userId;
  await endSecrets(
    deps,
    request,
    parked.filter(isSame).map(({ secret }) => secret),
  );
  return [...parked.filter((each) => !isSame(each)), current].map(({ secret }) => secret);
}

type ActiveSession = Awaited<ReturnType<typeof listActive>>[number];

// Parked sessions that are valid at the site of the request, with their secrets, in the order in which they were parked.
async function listActive({ sql, clock }: Deps, request: FastifyRequest, secrets: string[]) {
  if (secrets.length === 0) return [];
  const found = await findActorsBySession(sql, secrets.map(hashSecret), clock());
  return secrets.flatMap((secret) => {
    const session = found.find(({ secretHash }) => secretHash.equals(hashSecret(secret)));
    if (session === undefined || session.endedBy !== null || !serves(siteOf(request), session)) return [];
    return [{ secret, session }];
  });
}

function currentSecret({ config, secretKey }: Deps, request: FastifyRequest): string[] {
  const secret = request.cookies[sessionCookie(config)];
  return secret !== undefined && isSessionSecret(secretKey, secret) ? [secret] : [];
}
