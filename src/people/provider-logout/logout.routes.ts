import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { invalidParameter } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { siteOf } from '../../core/hosts/hosts.http.ts';
import { id } from '../../platform/openapi/fields.ts';
import type { ProviderRow } from '../identity-providers/providers.queries.ts';
import { dropIdToken, idTokenOf } from '../provider-sign-in/id-token-cookie.ts';
import { type Directory, directoryOf } from '../provider-sign-in/directory.ts';
import { failureOf } from '../provider-sign-in/failures.ts';
import { endByProvider, findSignOutUri } from './logout.actions.ts';

const params = Type.Object({ providerId: id('The provider.') });
const BODY_MAX_BYTES = 16_384;

/** Logout at the provider and by the provider (docs/api/sign-in.md#signing-out). */
export function logoutRoutes(app: App, deps: Deps): void {
  const directory = directoryOf(deps);
  app.get('/sign-in/providers/:providerId/end', {
    config: { public: true },
    schema: { hide: true, params },
    handler: async (request, reply) => {
      const { providerId } = request.params;
      const idTokenFor = (provider: ProviderRow) => idTokenOf(deps, request, provider);
      const uri = await findSignOutUri(deps, directory, {
        providerId,
        address: request.ip,
        idTokenFor,
        site: siteOf(request),
      });
      dropIdToken(deps, reply, providerId);
      return reply.redirect(uri, 303);
    },
  });

  // In its own scope, because few routes accept HTML forms.
  app.register(async (scope) => backChannelRoute(scope as unknown as App, deps, directory));
}

function backChannelRoute(app: App, deps: Deps, directory: Directory): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
    (_request, body, done) => done(null, { logout_token: new URLSearchParams(String(body)).get('logout_token') ?? '' }),
  );

  app.post('/sign-in/providers/:providerId/logout', {
    config: { public: true },
    schema: { hide: true, params, body: Type.Object({ logout_token: Type.String() }) },
    handler: async (request, reply) => {
      const { providerId } = request.params;
      try {
        await endByProvider(deps, directory, { providerId, token: request.body.logout_token, address: request.ip });
      } catch (error) {
        const { failure, message } = failureOf(error);
        request.log.warn({ providerId, failure, reason: message }, 'A logout token was refused.');
        throw invalidParameter('logout_token', 'The logout token is not valid.');
      }
      return reply.code(200).send('');
    },
  });
}
