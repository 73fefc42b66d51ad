import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/app-type.ts';
import { notFound } from '../../platform/errors.ts';
import type { WithSteps } from '../../platform/steps.ts';
import { type Connection, connectionOf } from '../connections/authenticate-connection.ts';
import type { UserSteps } from '../users/users.steps.ts';
import { project, wants } from '../scim-protocol/projection.ts';
import { type Projection, readListRequest, readOperations, readProjection } from '../scim-protocol/requests.ts';
import { USER_URN } from '../scim-protocol/schemas.ts';
import { createScimUser, deleteScimUser, patchScimUser, replaceScimUser } from './scim-users.actions.ts';
import { findScimUser, listGroupsOf, listScimUsers } from './scim-users.queries.ts';
import { SCIM_ROUTE, idOf, ifMatchOf, sendResource, sendScim } from './scim.http.ts';
import { type ScimUserRow, presentList, presentScimUser, versionOfUser } from './scim.presenter.ts';

type ScimDeps = WithSteps<UserSteps>;

/** docs/api/scim.md#people */
export function scimUserRoutes(app: App, deps: ScimDeps): void {
  const base = `${deps.config.baseUrl}/scim/v2`;

  app.get('/scim/v2/Users', {
    ...SCIM_ROUTE,
    handler: async (request, reply) => {
      const connection = connectionOf(request);
      const list = readListRequest(request.query);
      const projection = readProjection(request.query, USER_URN);
      const { rows, total } = await listScimUsers(deps.sql, connection, list);
      const resources = await present(deps, connection, rows, projection);
      return sendScim(reply, presentList(resources, total, list.first));
    },
  });

  app.get('/scim/v2/Users/:scimId', {
    ...SCIM_ROUTE,
    handler: async (request, reply) => {
      const userId = idOf(request);
      const row = userId === null ? undefined : await findScimUser(deps.sql, connectionOf(request), userId);
      if (row === undefined) throw notFound('user');
      return send(deps, request, reply, row);
    },
  });

  app.post('/scim/v2/Users', {
    ...SCIM_ROUTE,
    handler: async (request, reply) => {
      const row = await createScimUser(deps, connectionOf(request), request.body);
      return send(deps, request, reply.code(201).header('location', `${base}/Users/${row.userId}`), row);
    },
  });

  changeRoutes(app, deps);
}

function changeRoutes(app: App, deps: ScimDeps): void {
  app.put('/scim/v2/Users/:scimId', {
    ...SCIM_ROUTE,
    handler: async (request, reply) =>
      send(deps, request, reply, await replaceScimUser(deps, connectionOf(request), targetOf(request), request.body)),
  });

  app.patch('/scim/v2/Users/:scimId', {
    ...SCIM_ROUTE,
    handler: async (request, reply) => {
      const operations = readOperations(request.body);
      return send(
        deps,
        request,
        reply,
        await patchScimUser(deps, connectionOf(request), targetOf(request), operations),
      );
    },
  });

  app.delete('/scim/v2/Users/:scimId', {
    ...SCIM_ROUTE,
    handler: async (request, reply) => {
      await deleteScimUser(deps, connectionOf(request), targetOf(request));
      return reply.code(204).send();
    },
  });
}

function targetOf(request: FastifyRequest) {
  return { userId: idOf(request), ifMatch: ifMatchOf(request) };
}

async function send(deps: ScimDeps, request: FastifyRequest, reply: FastifyReply, row: ScimUserRow) {
  const projection = readProjection(request.query, USER_URN);
  const [resource = {}] = await present(deps, connectionOf(request), [row], projection);
  return sendResource(request, reply, resource, versionOfUser(row));
}

async function present({ sql, config }: ScimDeps, connection: Connection, rows: ScimUserRow[], projection: Projection) {
  const userIds = wants(projection, 'groups') ? rows.map(({ userId }) => userId) : [];
  const groups = await listGroupsOf(sql, connection, userIds);
  const base = `${config.baseUrl}/scim/v2`;
  return rows.map((row) => project(presentScimUser(base, row, groups.get(row.userId) ?? []), projection));
}
