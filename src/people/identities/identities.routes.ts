import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { siteOf } from '../../core/hosts/hosts.http.ts';
import { bindBrowser } from '../sign-in/browser-cookie.ts';
import { directoryOf } from '../provider-sign-in/directory.ts';
import { beginLink, disconnect } from './identities.actions.ts';
import { identityDocs } from './identities.docs.ts';
import { type IdentityRow, listIdentities } from '../provider-sign-in/identities.queries.ts';
import { IdentityParams, IdentitySchema, LinkBody, LinkSchema } from './identities.schema.ts';

/** docs/api/sign-in.md#connected-accounts */
export function identityRoutes(app: App, deps: Deps): void {
  const directory = directoryOf(deps);
  app.get('/api/users/me/identities', {
    schema: { ...identityDocs.listIdentities, response: { 200: Type.Array(IdentitySchema) } },
    handler: async (request) => (await listIdentities(deps.sql, actorOf(request))).map(presentIdentity),
  });

  app.post('/api/users/me/identities', {
    schema: { ...identityDocs.connectIdentity, body: LinkBody, response: { 200: LinkSchema } },
    handler: async (request, reply) => {
      const { ProviderId: providerId, CurrentPassword: password } = request.body;
      const browser = bindBrowser(deps.config, request, reply);
      const given = { password, address: request.ip };
      const wanted = { providerId, browser, given, site: siteOf(request) };
      return { Uri: await beginLink(deps, directory, actorOf(request), wanted) };
    },
  });

  app.delete('/api/users/me/identities/:identityId', {
    schema: { ...identityDocs.disconnectIdentity, params: IdentityParams, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await disconnect(deps, actorOf(request), request.params.identityId);
      return reply.code(204).send(null);
    },
  });
}

function presentIdentity({ identityId, providerId, name, email, createdAt, lastUsedAt }: IdentityRow) {
  return {
    IdentityId: identityId,
    ProviderId: providerId,
    Name: name,
    Email: email,
    DateCreated: createdAt,
    LastUsed: lastUsedAt,
  };
}
