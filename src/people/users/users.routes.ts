import { Type } from 'typebox';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, readPage } from '../../platform/http/paging.ts';
import type { WithSteps } from '../../platform/steps.ts';
import { actorOf } from '../../core/actor.ts';
import { getCurrentUser } from './current-user.ts';
import { accessUser } from './users.access.ts';
import { changeUser, createUser, deleteUser } from './users.actions.ts';
import { presentUser } from './users.presenter.ts';
import { listUsers } from './users.queries.ts';
import {
  ChangeUserBody,
  CreateUserBody,
  CurrentUserSchema,
  DeleteUserQuery,
  ListUsersQuery,
  UserParams,
  UserSchema,
} from './users.schema.ts';
import type { UserSteps } from './users.steps.ts';
import { userDocs } from './users.docs.ts';

/** docs/api/users.md#users */
export function userRoutes(app: App, deps: WithSteps<UserSteps>): void {
  const { baseUrl } = deps.config;
  app.get('/api/users/me', {
    config: { limitedSession: true },
    schema: { ...userDocs.getCurrentUser, response: { 200: CurrentUserSchema } },
    handler: async (request) => getCurrentUser(deps, actorOf(request)),
  });

  app.get('/api/users', {
    schema: { ...userDocs.listUsers, querystring: ListUsersQuery, response: { 200: Type.Array(UserSchema) } },
    handler: async (request, reply) => {
      const page = readPage<[string, number]>(request.query, ['string', 'number']);
      const { deploymentId } = actorOf(request);
      const rows = await listUsers(deps.sql, deploymentId, request.query.query ?? '', page);
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.nameKey, row.userId]);
      return kept.map((row) => presentUser(baseUrl, row));
    },
  });

  app.get('/api/users/:userId', {
    schema: { ...userDocs.getUser, params: UserParams, response: { 200: UserSchema } },
    handler: async (request) =>
      presentUser(baseUrl, await accessUser(deps.sql, actorOf(request), request.params.userId, 'View')),
  });

  userAdminRoutes(app, deps);
}

function userAdminRoutes(app: App, deps: WithSteps<UserSteps>): void {
  const { baseUrl } = deps.config;
  const config = { role: 'siteAdmin' } as const;
  const params = UserParams;

  app.post('/api/users', {
    config: { creates: 'thing', ...config, refuseUnknown: [UserSchema] },
    schema: { ...userDocs.createUser, body: CreateUserBody, response: { 201: UserSchema } },
    handler: async (request, reply) => {
      const user = presentUser(baseUrl, await createUser(deps, actorOf(request), request.body));
      return reply.code(201).header('location', user.Links.Self).send(user);
    },
  });

  app.patch('/api/users/:userId', {
    config: { ...config, refuseUnknown: [UserSchema] },
    schema: { ...userDocs.updateUser, params, body: ChangeUserBody, response: { 200: UserSchema } },
    handler: async (request) =>
      presentUser(baseUrl, await changeUser(deps, actorOf(request), request.params.userId, request.body)),
  });

  app.delete('/api/users/:userId', {
    config,
    schema: { ...userDocs.deleteUser, params, querystring: DeleteUserQuery, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await deleteUser(deps, actorOf(request), request.params.userId, request.query.transferTo);
      return reply.code(204).send(null);
    },
  });
}
