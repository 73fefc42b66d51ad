import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { namedDeployment, siteOf } from '../../core/hosts/hosts.http.ts';
import { redeemLink, requestPasswordReset } from './password-links.actions.ts';
import { RedeemBody, RequestResetBody } from './password-links.schema.ts';
import { oneTimeLinkDocs } from './password-links.docs.ts';

/** Password resets and invitations, extensions. */
export function oneTimeLinkRoutes(app: App, deps: Deps): void {
  app.post('/api/password-resets', {
    config: { public: true },
    schema: { ...oneTimeLinkDocs.requestPasswordReset, body: RequestResetBody },
    handler: async (request, reply) => {
      const { Email: email, DeploymentId: deploymentId = null } = request.body;
      const named = namedDeployment(request, deploymentId);
      await requestPasswordReset(deps, { email, deploymentId: named, address: request.ip });
      return reply.code(202).send();
    },
  });

  for (const [path, purpose, docs] of [
    ['/api/password-resets/complete', 'password_reset', oneTimeLinkDocs.resetPassword],
    ['/api/invitations/accept', 'invitation', oneTimeLinkDocs.acceptInvitation],
  ] as const) {
    app.post(path, {
      config: { public: true },
      schema: { ...docs, body: RedeemBody, response: { 204: Type.Null() } },
      handler: async (request, reply) => {
        const { Token: secret, NewPassword: password } = request.body;
        await redeemLink(deps, purpose, { secret, password, site: siteOf(request) });
        return reply.code(204).send(null);
      },
    });
  }
}
