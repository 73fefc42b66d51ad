import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import { withoutAbsent } from '../../platform/http/request/absent.ts';
import { isObject } from '../../platform/http/request/spelling.ts';
import type { App } from '../../platform/http/app-type.ts';
import { type Actor, actorOf } from '../../core/actor.ts';
import { listAccountGroups } from '../users/account.queries.ts';
import { getCurrentUser } from '../users/current-user.ts';
import { CurrentUserSchema, UserParams } from '../users/users.schema.ts';
import { changeProfile } from './profiles.actions.ts';
import { profileDocs } from './profiles.docs.ts';
import { presentProfile } from './profiles.presenter.ts';
import { findProfile } from './profiles.queries.ts';
import { ChangeProfileBody, UserProfileSchema } from './profiles.schema.ts';

/** docs/api/users.md#profiles */
export function profileRoutes(app: App, deps: Deps): void {
  app.get('/api/users/:userId/profile', {
    schema: { ...profileDocs.getUserProfile, params: UserParams, response: { 200: UserProfileSchema } },
    handler: async (request) => getProfile(deps, actorOf(request), request.params.userId),
  });

  app.patch('/api/users/me', {
    config: { keepAbsent: true, refuseUnknown: [CurrentUserSchema] },
    schema: { ...profileDocs.updateCurrentUser, body: ChangeProfileBody, response: { 200: CurrentUserSchema } },
    preValidation: readAbsent,
    handler: async (request) => {
      await changeProfile(deps, actorOf(request), request.body);
      return getCurrentUser(deps, actorOf(request));
    },
  });
}

// Null counts as absent, as everywhere, except for the time zone, where it means that of the device.
async function readAbsent(request: FastifyRequest): Promise<void> {
  const { body } = request;
  if (!isObject(body)) return;
  request.body = { ...(withoutAbsent(body) as object), ...(body['TimeZone'] === null ? { TimeZone: null } : {}) };
}

async function getProfile({ sql, config }: Deps, actor: Actor, userId: number) {
  const key = { deploymentId: actor.deploymentId, userId };
  const seesGroups = actor.isSiteAdmin || actor.userId === userId;
  const [profile, groups] = await Promise.all([
    findProfile(sql, key),
    seesGroups ? listAccountGroups(sql, key) : Promise.resolve(null),
  ]);
  if (profile === undefined) throw notFound('user');
  return presentProfile(config.baseUrl, profile, groups);
}
