import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { redeemLink, requestPasswordReset } from './password-links.actions.ts';
import { PasswordText } from '../sessions/sessions.schema.ts';

const RequestResetBody = Type.Object({ Email: Type.String() });

const RedeemBody = Type.Object({
  Token: Type.String({ description: 'What follows the # in the mailed address.' }),
  NewPassword: PasswordText,
});

/** Password resets and invitations, extensions. */
export function oneTimeLinkRoutes(app: App, deps: Deps): void {
  const tags = ['Sessions'];

  app.post('/api/password-resets', {
    config: { public: true, describe: { response: { 202: { description: 'Taken.', type: 'null' } } } },
    schema: {
      tags,
      summary: 'Have a link mailed that sets a new password; the answer is the same for every address',
      body: RequestResetBody,
    },
    handler: async (request, reply) => {
      await requestPasswordReset(deps, { email: request.body.Email, address: request.ip });
      return reply.code(202).send();
    },
  });

  for (const [path, purpose, summary] of [
    [
      '/api/password-resets/complete',
      'password_reset',
      'Set a new password with a mailed link; all sessions end and all API tokens are revoked',
    ],
    ['/api/invitations/accept', 'invitation', 'Set the first password with the link of an invitation'],
  ] as const) {
    app.post(path, {
      config: { public: true },
      schema: { tags, summary, body: RedeemBody, response: { 204: Type.Null() } },
      handler: async (request, reply) => {
        await redeemLink(deps, purpose, { secret: request.body.Token, password: request.body.NewPassword });
        return reply.code(204).send(null);
      },
    });
  }
}
