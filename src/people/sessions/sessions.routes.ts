import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { siteOf } from '../../core/hosts/hosts.http.ts';
import { signOutUri } from '../identity-providers/provider-addresses.ts';
import { signOut, signOutElsewhere } from './sessions.actions.ts';
import { clearSessionCookie, endParked } from './sessions.http.ts';
import { currentSession, presentCurrentSession, presentSession } from './sessions.presenter.ts';
import { findSession, findSessionProvider, listSessions } from './sessions.queries.ts';
import { CurrentSessionSchema, SessionParams, SessionSchema } from './sessions.schema.ts';
import { sessionDocs } from './sessions.docs.ts';

/** Sessions in browsers. All extensions. */
export function sessionRoutes(app: App, deps: Deps): void {
  app.get('/api/sessions/current', {
    schema: { ...sessionDocs.getCurrentSession, response: { 200: CurrentSessionSchema } },
    handler: async (request) => {
      const actor = actorOf(request);
      const sessionId = currentSession(actor);
      const session = sessionId === null ? undefined : await findSession(deps.sql, actor, sessionId, actor.now);
      if (session === undefined) throw notFound('session');
      return presentCurrentSession(actor, session);
    },
  });

  app.delete('/api/sessions/current', {
    config: { limitedSession: true },
    schema: { ...sessionDocs.deleteCurrentSession, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const sessionId = currentSession(actor);
      if (sessionId === null) throw notFound('session');
      const providerId = await findSessionProvider(deps.sql, actor, sessionId);
      // Before the session ends: a retry without a session would be 401.
      await endParked(deps, request, reply);
      await signOut(deps, actor, sessionId);
      if (providerId !== null) void reply.header('link', `<${signOutUri(siteOf(request), providerId)}>; rel="logout"`);
      clearSessionCookie(deps, reply);
      return reply.code(204).send(null);
    },
  });

  ownSessionRoutes(app, deps);
}

function ownSessionRoutes(app: App, deps: Deps): void {
  app.get('/api/users/me/sessions', {
    schema: {
      ...sessionDocs.listSessions,
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(SessionSchema) },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const page = readPage<[number]>(request.query, ['number']);
      const rows = await listSessions(deps.sql, actor, actor.now, page);
      const kept = cutPage({ request, reply, baseUrl: deps.config.baseUrl }, page, rows, (row) => [row.sessionId]);
      return kept.map((row) => presentSession(actor, row));
    },
  });

  app.delete('/api/users/me/sessions', {
    schema: { ...sessionDocs.deleteOtherSessions, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      await signOutElsewhere(deps, actor, currentSession(actor));
      return reply.code(204).send(null);
    },
  });

  app.delete('/api/users/me/sessions/:sessionId', {
    schema: { ...sessionDocs.deleteSession, params: SessionParams, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      const isEnded = await signOut(deps, actorOf(request), request.params.sessionId);
      if (!isEnded) throw notFound('session');
      return reply.code(204).send(null);
    },
  });
}
