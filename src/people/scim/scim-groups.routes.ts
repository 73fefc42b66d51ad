import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/app-type.ts';
import { notFound } from '../../platform/errors.ts';
import type { WithSteps } from '../../platform/steps.ts';
import { connectionOf } from '../connections/authenticate-connection.ts';
import type { GroupSteps } from '../groups/groups.steps.ts';
import { project, wants } from '../scim-protocol/projection.ts';
import { readListRequest, readOperations, readProjection } from '../scim-protocol/requests.ts';
import { GROUP_URN } from '../scim-protocol/schemas.ts';
import { createScimGroup, deleteScimGroup, patchScimGroup, replaceScimGroup } from './scim-groups.actions.ts';
import { type ListedScimGroup, findScimGroup, listMembersOf, listScimGroups } from './scim-groups.queries.ts';
import { BODY_LIMIT, SCIM_ROUTE, idOf, ifMatchOf, sendResource, sendScim } from './scim.http.ts';
import { type ScimGroupRow, presentList, presentScimGroup, versionOfGroup } from './scim.presenter.ts';

type ScimDeps = WithSteps<GroupSteps>;

/** The most members on a page of groups, unless the first group alone has more. */
const MEMBERS_OF_PAGE = 20_000;

const GROUP_ROUTE = { ...SCIM_ROUTE, bodyLimit: BODY_LIMIT };

/** docs/api/scim.md#groups */
export function scimGroupRoutes(app: App, deps: ScimDeps): void {
  const base = `${deps.config.baseUrl}/scim/v2`;

  app.get('/scim/v2/Groups', {
    ...SCIM_ROUTE,
    handler: async (request, reply) => {
      const connection = connectionOf(request);
      const list = readListRequest(request.query);
      const projection = readProjection(request.query, GROUP_URN);
      const hasMembers = wants(projection, 'members');
      const { rows, total } = await listScimGroups(deps.sql, connection, list);
      const page = hasMembers ? cut(rows) : rows;
      const ids = hasMembers ? page.map(({ groupId }) => groupId) : [];
      const members = await listMembersOf(deps.sql, connection, ids);
      const resources = page.map((row) => {
        const own = hasMembers ? (members.get(row.groupId) ?? []) : null;
        return project(presentScimGroup(base, row, own), projection);
      });
      return sendScim(reply, presentList(resources, total, list.first));
    },
  });

  app.get('/scim/v2/Groups/:scimId', {
    ...SCIM_ROUTE,
    handler: async (request, reply) => {
      const groupId = idOf(request);
      const row = groupId === null ? undefined : await findScimGroup(deps.sql, connectionOf(request), groupId);
      if (row === undefined) throw notFound('group');
      return send(deps, request, reply, row);
    },
  });

  app.post('/scim/v2/Groups', {
    ...GROUP_ROUTE,
    handler: async (request, reply) => {
      const row = await createScimGroup(deps, connectionOf(request), request.body);
      return send(deps, request, reply.code(201).header('location', `${base}/Groups/${row.groupId}`), row);
    },
  });

  changeRoutes(app, deps);
}

function changeRoutes(app: App, deps: ScimDeps): void {
  app.put('/scim/v2/Groups/:scimId', {
    ...GROUP_ROUTE,
    handler: async (request, reply) =>
      send(deps, request, reply, await replaceScimGroup(deps, connectionOf(request), targetOf(request), request.body)),
  });

  app.patch('/scim/v2/Groups/:scimId', {
    ...GROUP_ROUTE,
    handler: async (request, reply) => {
      const operations = readOperations(request.body);
      const row = await patchScimGroup(deps, connectionOf(request), targetOf(request), operations);
      return send(deps, request, reply, row);
    },
  });

  app.delete('/scim/v2/Groups/:scimId', {
    ...SCIM_ROUTE,
    handler: async (request, reply) => {
      await deleteScimGroup(deps, connectionOf(request), targetOf(request));
      return reply.code(204).send();
    },
  });
}

// A page may be shorter than was asked for (RFC 7644, section 3.4.2.4).
function cut(rows: ListedScimGroup[]): ListedScimGroup[] {
  let members = 0;
  const end = rows.findIndex((row, index) => (members += row.memberCount) > MEMBERS_OF_PAGE && index > 0);
  return end === -1 ? rows : rows.slice(0, end);
}

function targetOf(request: FastifyRequest) {
  return { groupId: idOf(request), ifMatch: ifMatchOf(request) };
}

async function send({ sql, config }: ScimDeps, request: FastifyRequest, reply: FastifyReply, row: ScimGroupRow) {
  const projection = readProjection(request.query, GROUP_URN);
  const hasMembers = wants(projection, 'members');
  const all = hasMembers ? await listMembersOf(sql, connectionOf(request), [row.groupId]) : new Map();
  const members = hasMembers ? (all.get(row.groupId) ?? []) : null;
  const resource = presentScimGroup(`${config.baseUrl}/scim/v2`, row, members);
  return sendResource(request, reply, project(resource, projection), versionOfGroup(row));
}
