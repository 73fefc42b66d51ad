import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { id } from '../../platform/openapi/fields.ts';
import { actorOf } from '../../core/actor.ts';
import { presentSession } from '../sessions/sessions.presenter.ts';
import { listSessions } from '../sessions/sessions.queries.ts';
import { SessionSchema } from '../sessions/sessions.schema.ts';
import { accessUser } from '../users/users.access.ts';
import { UserParams } from '../users/users.schema.ts';
import { endUserSession, signOutEverywhere } from './user-sessions.actions.ts';
import { userSessionDocs } from './user-sessions.docs.ts';

const params = Type.Object({ userId: id('The user.'), sessionId: id('The session.') });

/** docs/api/authentication.md#sessions */
export function userSessionRoutes(app: App, deps: Deps): void {
  app.get('/api/users/:userId/sessions', {
    schema: {
      ...userSessionDocs.listUserSessions,
      params: UserParams,
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(SessionSchema) },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const { deploymentId, now } = actor;
      const page = readPage<[number]>(request.query, ['number']);
      const { userId } = await accessUser(deps.sql, actor, request.params.userId, 'ManageSessions');
      const rows = await listSessions(deps.sql, { deploymentId, userId }, now, page);
      const kept = cutPage({ request, reply, baseUrl: deps.config.baseUrl }, page, rows, (row) => [row.sessionId]);
      return kept.map((row) => presentSession(actor, row));
    },
  });

  app.delete('/api/users/:userId/sessions', {
    schema: { ...userSessionDocs.deleteUserSessions, params: UserParams, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await signOutEverywhere(deps, actorOf(request), request.params.userId);
      return reply.code(204).send(null);
    },
  });

  app.delete('/api/users/:userId/sessions/:sessionId', {
    schema: { ...userSessionDocs.deleteUserSession, params, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      const { userId, sessionId } = request.params;
      await endUserSession(deps, actorOf(request), userId, sessionId);
      return reply.code(204).send(null);
    },
  });
}
