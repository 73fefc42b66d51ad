import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import {
  accessConnection,
  changeConnection,
  createConnection,
  deleteConnection,
  rotateToken,
} from './connections.actions.ts';
import { connectionDocs } from './connections.docs.ts';
import { presentConnection, presentNewConnection } from './connections.presenter.ts';
import { listConnections } from './connections.queries.ts';
import {
  ChangeConnectionBody,
  ConnectionParams,
  ConnectionSchema,
  CreateConnectionBody,
  NewConnectionSchema,
  RotateTokenBody,
} from './connections.schema.ts';

const config = { role: 'siteAdmin' } as const;
const params = ConnectionParams;

/** docs/api/scim.md#connections */
export function connectionRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.get('/api/admin/scim-connections', {
    config,
    schema: { ...connectionDocs.listScimConnections, response: { 200: Type.Array(ConnectionSchema) } },
    handler: async (request) => {
      const rows = await listConnections(deps.sql, actorOf(request).deploymentId);
      return rows.map((row) => presentConnection(baseUrl, row));
    },
  });

  app.get('/api/admin/scim-connections/:connectionId', {
    config,
    schema: { ...connectionDocs.getScimConnection, params, response: { 200: ConnectionSchema } },
    handler: async (request) =>
      presentConnection(baseUrl, await accessConnection(deps.sql, actorOf(request), request.params.connectionId)),
  });

  app.patch('/api/admin/scim-connections/:connectionId', {
    config: { ...config, refuseUnknown: [ConnectionSchema] },
    schema: {
      ...connectionDocs.updateScimConnection,
      params,
      body: ChangeConnectionBody,
      response: { 200: ConnectionSchema },
    },
    handler: async (request) =>
      presentConnection(
        baseUrl,
        await changeConnection(deps, actorOf(request), request.params.connectionId, request.body),
      ),
  });

  app.delete('/api/admin/scim-connections/:connectionId', {
    config,
    schema: { ...connectionDocs.deleteScimConnection, params, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await deleteConnection(deps, actorOf(request), request.params.connectionId);
      return reply.code(204).send(null);
    },
  });

  tokenRoutes(app, deps);
}

function tokenRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.post('/api/admin/scim-connections', {
    config: { ...config, creates: 'secret', refuseUnknown: [NewConnectionSchema] },
    schema: {
      ...connectionDocs.createScimConnection,
      body: CreateConnectionBody,
      response: { 201: NewConnectionSchema },
    },
    handler: async (request, reply) => {
      const { Name: name, InvitesPeople: invites = true, ManagesExisting: managesExisting = false } = request.body;
      const given = { password: request.body.CurrentPassword, address: request.ip };
      const wanted = { name, invites, managesExisting, given };
      const { row, token } = await createConnection(deps, actorOf(request), wanted);
      const answer = presentNewConnection(baseUrl, row, token);
      return reply.code(201).header('location', answer.Links.Self).send(answer);
    },
  });

  app.post('/api/admin/scim-connections/:connectionId/token', {
    config: { ...config, creates: 'secret', refuseUnknown: [NewConnectionSchema] },
    schema: {
      ...connectionDocs.rotateScimToken,
      params,
      body: RotateTokenBody,
      response: { 201: NewConnectionSchema },
    },
    handler: async (request, reply) => {
      const given = { password: request.body.CurrentPassword, address: request.ip };
      const { row, token } = await rotateToken(deps, actorOf(request), request.params.connectionId, given);
      return reply.code(201).send(presentNewConnection(baseUrl, row, token));
    },
  });
}
