import { type Static, Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, readPage } from '../../platform/http/paging.ts';
import type { WithSteps } from '../../platform/steps.ts';
import { actorOf } from '../../core/actor.ts';
import { presentUser } from '../users/users.presenter.ts';
import { UserSchema } from '../users/users.schema.ts';
import { accessGroup } from './groups.access.ts';
import {
  type NamedGroup,
  addMember,
  changeGroup,
  createGroup,
  deleteGroup,
  removeMember,
  setMembers,
} from './groups.actions.ts';
import type { GroupSteps } from './groups.steps.ts';
import { listGroups, listMembers } from './groups.queries.ts';
import {
  ChangeGroupBody,
  FindGroupsQuery,
  GroupNameBody,
  GroupParams,
  GroupSchema,
  ListGroupsQuery,
  ListedGroupSchema,
  ListMembersQuery,
  MemberParams,
  MembersBody,
  NamedGroupSchema,
} from './groups.schema.ts';
import { groupDocs } from './groups.docs.ts';

const config = { role: 'siteAdmin' } as const;
const params = GroupParams;
/** Enough for autocompletion: typing more narrows the result. */
const FOUND_GROUPS = 20;

/** docs/api/users.md#groups */
export function groupRoutes(app: App, deps: WithSteps<GroupSteps>): void {
  const { baseUrl } = deps.config;

  app.get('/api/groups', {
    config,
    schema: { ...groupDocs.listGroups, querystring: ListGroupsQuery, response: { 200: Type.Array(ListedGroupSchema) } },
    handler: async (request, reply) => {
      const page = readPage<[string]>(request.query, ['string']);
      const rows = await listGroups(deps.sql, actorOf(request).deploymentId, request.query.query ?? '', page);
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.nameKey]);
      return kept.map((row) => ({ ...presentGroup(baseUrl, row), MemberCount: row.members, ManagedBy: row.managedBy }));
    },
  });

  app.post('/api/groups', {
    config: { creates: 'thing', ...config, refuseUnknown: [ListedGroupSchema] },
    schema: { ...groupDocs.createGroup, body: GroupNameBody, response: { 201: GroupSchema } },
    handler: async (request, reply) => {
      const group = presentGroup(baseUrl, await createGroup(deps, actorOf(request), request.body.GroupName));
      return reply.code(201).header('location', group.Links.Self).send(group);
    },
  });

  findGroupRoutes(app, deps);
  oneGroupRoutes(app, deps);
  memberRoutes(app, deps);
  oneMemberRoutes(app, deps);
}

// For all users, because everybody with a library can grant rights to groups.
function findGroupRoutes(app: App, { sql }: Deps): void {
  app.get('/api/groups/names', {
    schema: {
      ...groupDocs.findGroups,
      querystring: FindGroupsQuery,
      response: { 200: Type.Array(NamedGroupSchema, { maxItems: FOUND_GROUPS }) },
    },
    handler: async (request) => {
      const { deploymentId } = actorOf(request);
      const rows = await listGroups(sql, deploymentId, request.query.query, { limit: FOUND_GROUPS - 1, after: null });
      return rows.map(({ groupId, name }) => ({ GroupId: groupId, GroupName: name }));
    },
  });
}

function oneGroupRoutes(app: App, deps: WithSteps<GroupSteps>): void {
  const { baseUrl } = deps.config;

  app.get('/api/groups/:groupId', {
    config,
    schema: { ...groupDocs.getGroup, params, response: { 200: GroupSchema } },
    handler: async (request) =>
      presentGroup(baseUrl, await accessGroup(deps.sql, actorOf(request), request.params.groupId)),
  });

  app.patch('/api/groups/:groupId', {
    config: { ...config, refuseUnknown: [ListedGroupSchema] },
    schema: { ...groupDocs.updateGroup, params, body: ChangeGroupBody, response: { 200: GroupSchema } },
    handler: async (request) => {
      const { groupId } = request.params;
      return presentGroup(baseUrl, await changeGroup(deps, actorOf(request), groupId, request.body));
    },
  });

  app.delete('/api/groups/:groupId', {
    config,
    schema: { ...groupDocs.deleteGroup, params, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await deleteGroup(deps, actorOf(request), request.params.groupId);
      return reply.code(204).send(null);
    },
  });
}

function memberRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;
  const response = { 200: Type.Array(UserSchema) };

  app.get('/api/groups/:groupId/members', {
    config,
    schema: { ...groupDocs.listGroupMembers, params, querystring: ListMembersQuery, response },
    handler: async (request, reply) => {
      const page = readPage<[string, number]>(request.query, ['string', 'number']);
      const { deploymentId } = actorOf(request);
      const { groupId } = await accessGroup(deps.sql, actorOf(request), request.params.groupId);
      const rows = await listMembers(deps.sql, deploymentId, groupId, request.query.query ?? '', page);
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.nameKey, row.userId]);
      return kept.map((row) => presentUser(baseUrl, row));
    },
  });

  app.put('/api/groups/:groupId/members', {
    // [] removes all members.
    config: { ...config, keepAbsent: true },
    schema: { ...groupDocs.setGroupMembers, params, body: MembersBody, response },
    handler: async (request) => {
      const rows = await setMembers(deps, actorOf(request), request.params.groupId, request.body);
      return rows.map((row) => presentUser(baseUrl, row));
    },
  });
}

function oneMemberRoutes(app: App, deps: Deps): void {
  const shared = { params: MemberParams, response: { 204: Type.Null() } };

  app.put('/api/groups/:groupId/members/:userId', {
    config,
    schema: { ...groupDocs.addGroupMember, ...shared },
    handler: async (request, reply) => {
      await addMember(deps, actorOf(request), request.params.groupId, request.params.userId);
      return reply.code(204).send(null);
    },
  });

  app.delete('/api/groups/:groupId/members/:userId', {
    config,
    schema: { ...groupDocs.removeGroupMember, ...shared },
    handler: async (request, reply) => {
      await removeMember(deps, actorOf(request), request.params.groupId, request.params.userId);
      return reply.code(204).send(null);
    },
  });
}

function presentGroup(baseUrl: string, group: NamedGroup): Static<typeof GroupSchema> {
  const self = `${baseUrl}/api/groups/${group.groupId}`;
  return {
    GroupId: group.groupId,
    GroupName: group.name,
    RequiresSecondFactor: group.requiresSecondFactor,
    Links: { Self: self, Members: `${self}/members` },
  };
}
