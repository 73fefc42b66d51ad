import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { accessUser } from '../users/users.access.ts';
import { UserParams } from '../users/users.schema.ts';
import { createToken, revokeToken, rotateToken } from './tokens.actions.ts';
import { presentNewToken, presentOwnedToken, presentRotatedToken, presentToken } from './tokens.presenter.ts';
import { listAllTokens, listTokens } from './tokens.queries.ts';
import {
  CreateTokenBody,
  DeploymentTokenSchema,
  DeploymentTokensQuery,
  NewTokenSchema,
  RotateParams,
  RotateTokenBody,
  RotatedTokenSchema,
  TokenParams,
  TokenSchema,
} from './tokens.schema.ts';
import { tokenDocs } from './tokens.docs.ts';

/** docs/api/authentication.md#api-tokens */
export function tokenRoutes(app: App, deps: Deps): void {
  app.get('/api/users/:userId/tokens', {
    schema: {
      ...tokenDocs.listTokens,
      params: UserParams,
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(TokenSchema) },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const page = readPage<[number]>(request.query, ['number']);
      const { deploymentId, now } = actor;
      const { userId } = await accessUser(deps.sql, actor, request.params.userId, 'ManageTokens');
      const rows = await listTokens(deps.sql, { deploymentId, userId }, now, page);
      const { baseUrl } = deps.config;
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.tokenId]);
      return kept.map((row) => presentToken(baseUrl, row));
    },
  });

  app.post('/api/users/:userId/tokens', {
    config: { creates: 'secret', refuseUnknown: [NewTokenSchema, DeploymentTokenSchema] },
    schema: { ...tokenDocs.createToken, params: UserParams, body: CreateTokenBody, response: { 201: NewTokenSchema } },
    handler: async (request, reply) => {
      const { Name: name, IsSync: isSync = false, Scopes: scopes, ExpiresOn: expiresOn } = request.body;
      const given = { password: request.body.CurrentPassword, address: request.ip };
      const wanted = { userId: request.params.userId, name, isSync, scopes, expiresOn, given };
      const created = await createToken(deps, actorOf(request), wanted);
      return reply.code(201).header('cache-control', 'no-store').send(presentNewToken(deps.config.baseUrl, created));
    },
  });

  rotateTokenRoute(app, deps);
  revokeTokenRoute(app, deps);
  allTokensRoute(app, deps);
}

function rotateTokenRoute(app: App, deps: Deps): void {
  app.post('/api/tokens/:tokenId/rotate', {
    config: { creates: 'secret', refuseUnknown: [RotatedTokenSchema, DeploymentTokenSchema] },
    schema: {
      ...tokenDocs.rotateToken,
      params: RotateParams,
      body: RotateTokenBody,
      response: { 201: RotatedTokenSchema },
    },
    handler: async (request, reply) => {
      const { OverlapHours: overlapHours = 0, ExpiresOn: expiresOn, CurrentPassword: password } = request.body;
      const rotation = { overlapHours, expiresOn, given: { password, address: request.ip } };
      const rotated = await rotateToken(deps, actorOf(request), request.params.tokenId, rotation);
      const answer = presentRotatedToken(deps.config.baseUrl, rotated);
      return reply.code(201).header('cache-control', 'no-store').send(answer);
    },
  });
}

function revokeTokenRoute(app: App, deps: Deps): void {
  app.delete('/api/users/:userId/tokens/:tokenId', {
    schema: { ...tokenDocs.revokeToken, params: TokenParams, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await revokeToken(deps, actorOf(request), request.params.userId, request.params.tokenId);
      return reply.code(204).send(null);
    },
  });
}

function allTokensRoute(app: App, deps: Deps): void {
  app.get('/api/admin/tokens', {
    config: { role: 'siteAdmin' },
    schema: {
      ...tokenDocs.listDeploymentTokens,
      querystring: DeploymentTokensQuery,
      response: { 200: Type.Array(DeploymentTokenSchema) },
    },
    handler: async (request, reply) => {
      const page = readPage<[number]>(request.query, ['number']);
      const { userId = null } = request.query;
      const { deploymentId, now } = actorOf(request);
      const rows = await listAllTokens(deps.sql, { deploymentId, userId }, now, page);
      const { baseUrl } = deps.config;
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.tokenId]);
      return kept.map((row) => presentOwnedToken(baseUrl, row));
    },
  });
}
