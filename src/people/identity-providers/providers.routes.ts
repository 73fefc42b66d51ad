import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { siteOf } from '../../core/hosts/hosts.http.ts';
import type { Site } from '../../core/hosts/sites.ts';
import { accessProvider } from './providers.access.ts';
import { changeProvider, createProvider, deleteProvider } from './providers.actions.ts';
import { providerDocs } from './providers.docs.ts';
import { presentProvider } from './providers.presenter.ts';
import { readProviderStates } from './provider-states.queries.ts';
import { type ProviderRow, listProviders } from './providers.queries.ts';
import { ChangeProviderBody, CreateProviderBody, ProviderParams, ProviderSchema } from './providers.schema.ts';

const config = { role: 'siteAdmin' } as const;
const params = ProviderParams;

/** docs/api/sign-in.md#identity-providers */
export function identityProviderRoutes(app: App, deps: Deps): void {
  app.get('/api/identity-providers', {
    config,
    schema: { ...providerDocs.listIdentityProviders, response: { 200: Type.Array(ProviderSchema) } },
    handler: async (request) => {
      const { deploymentId } = actorOf(request);
      return present(deps, siteOf(request), deploymentId, await listProviders(deps.sql, deploymentId));
    },
  });

  app.post('/api/identity-providers', {
    config: { ...config, creates: 'thing', refuseUnknown: [ProviderSchema] },
    schema: { ...providerDocs.createIdentityProvider, body: CreateProviderBody, response: { 201: ProviderSchema } },
    handler: async (request, reply) => {
      const provider = await presentOne(
        deps,
        siteOf(request),
        await createProvider(deps, actorOf(request), request.body),
      );
      return reply.code(201).header('location', provider.Links.Self).send(provider);
    },
  });

  oneProviderRoutes(app, deps);
}

function oneProviderRoutes(app: App, deps: Deps): void {
  app.get('/api/identity-providers/:providerId', {
    config,
    schema: { ...providerDocs.getIdentityProvider, params, response: { 200: ProviderSchema } },
    handler: async (request) =>
      presentOne(deps, siteOf(request), await accessProvider(deps.sql, actorOf(request), request.params.providerId)),
  });

  app.patch('/api/identity-providers/:providerId', {
    // null removes a claim, [] removes all domains.
    config: { ...config, keepAbsent: true, refuseUnknown: [ProviderSchema] },
    schema: {
      ...providerDocs.updateIdentityProvider,
      params,
      body: ChangeProviderBody,
      response: { 200: ProviderSchema },
    },
    handler: async (request) => {
      const { providerId } = request.params;
      return presentOne(deps, siteOf(request), await changeProvider(deps, actorOf(request), providerId, request.body));
    },
  });

  app.delete('/api/identity-providers/:providerId', {
    config,
    schema: { ...providerDocs.deleteIdentityProvider, params, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await deleteProvider(deps, actorOf(request), request.params.providerId);
      return reply.code(204).send(null);
    },
  });
}

async function present({ sql }: Deps, sites: Site, deploymentId: number, rows: ProviderRow[]) {
  const states = await readProviderStates(sql, deploymentId, null);
  return rows.map((row) => presentProvider(sites, row, states.get(row.providerId)));
}

async function presentOne({ sql }: Deps, sites: Site, row: ProviderRow) {
  const states = await readProviderStates(sql, row.deploymentId, row.providerId);
  return presentProvider(sites, row, states.get(row.providerId));
}
