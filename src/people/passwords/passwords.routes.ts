import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { changeOwnPassword } from './passwords.actions.ts';
import { ChangePasswordBody } from '../sessions/sessions.schema.ts';
import { sessionDocs } from '../sessions/sessions.docs.ts';

/** Changing the own password, an extension. */
export function passwordRoutes(app: App, deps: Deps): void {
  app.put('/api/users/me/password', {
    config: { refuseUnknown: [] },
    schema: { ...sessionDocs.changePassword, body: ChangePasswordBody, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      const { CurrentPassword, NewPassword, RevokeTokens: revokesTokens = false } = request.body;
      const wanted = { current: CurrentPassword, new: NewPassword, address: request.ip, revokesTokens };
      await changeOwnPassword(deps, actorOf(request), wanted);
      return reply.code(204).send(null);
    },
  });
}
