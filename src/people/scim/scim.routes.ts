import type { App } from '../../platform/http/app-type.ts';
import { notFound } from '../../platform/errors.ts';
import type { WithSteps } from '../../platform/steps.ts';
import type { GroupSteps } from '../groups/groups.steps.ts';
import type { UserSteps } from '../users/users.steps.ts';
import { presentResourceTypes, presentSchemas, presentServiceProviderConfig } from '../scim-protocol/schemas.ts';
import { formatScimProblem } from '../scim-protocol/scim-errors.ts';
import { scimGroupRoutes } from './scim-groups.routes.ts';
import { scimUserRoutes } from './scim-users.routes.ts';
import { SCIM_ROUTE, sendScim } from './scim.http.ts';
import { presentList } from './scim.presenter.ts';

/** SCIM 2.0 for identity providers (docs/api/scim.md; RFC 7643 and 7644). */
export function scimRoutes(app: App, deps: WithSteps<UserSteps & GroupSteps>): void {
  app.problemFormats.set('/scim/', formatScimProblem);
  discoveryRoutes(app, `${deps.config.baseUrl}/scim/v2`);
  scimUserRoutes(app, deps);
  scimGroupRoutes(app, deps);
}

function discoveryRoutes(app: App, base: string): void {
  app.get('/scim/v2/ServiceProviderConfig', {
    ...SCIM_ROUTE,
    handler: async (_request, reply) => sendScim(reply, presentServiceProviderConfig(base)),
  });
  for (const [path, resources] of [
    ['Schemas', presentSchemas(base) as { id: string }[]],
    ['ResourceTypes', presentResourceTypes(base)],
  ] as const) {
    app.get(`/scim/v2/${path}`, {
      ...SCIM_ROUTE,
      handler: async (_request, reply) => sendScim(reply, presentList(resources, resources.length, 1)),
    });
    app.get(`/scim/v2/${path}/:scimId`, {
      ...SCIM_ROUTE,
      handler: async (request, reply) => {
        const found = resources.find(({ id }) => id === (request.params as { scimId: string }).scimId);
        if (found === undefined) throw notFound('schema or resource type');
        return sendScim(reply, found);
      },
    });
  }
}
