import { type Static, Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { wantedId } from '../../platform/openapi/fields.ts';
import { brandName } from '../../platform/mail/render-email.ts';
import { siteOf } from '../hosts/hosts.http.ts';
import type { Site } from '../hosts/sites.ts';
import { isLogoKey } from './logo-address.ts';
import { readSettings } from './settings.access.ts';
import { findShownDeployment, readLogo } from './settings.queries.ts';
import { settingsDocs } from './settings.docs.ts';
import { SignInBrandingSchema } from './settings.schema.ts';

/**
 * Branding of pages before sign-in. The user is unknown there, so it is the deployment's if the address is its own, or the instance has a
 * single one; otherwise it is the product's, so that tenants of an instance stay unknown to each other.
 */
export function brandingRoutes(app: App, deps: Deps): void {
  app.get('/api/branding', {
    config: { public: true },
    schema: { ...settingsDocs.getSignInBranding, response: { 200: SignInBrandingSchema } },
    handler: async (request) => readSignInBranding(deps, siteOf(request)),
  });

  app.get('/api/branding/logo', {
    config: { public: true },
    schema: {
      ...settingsDocs.getSignInLogo,
      querystring: Type.Object({
        deploymentId: Type.Optional(wantedId('The deployment, with `key`; otherwise the only one of the instance.')),
        key: Type.Optional(Type.String({ description: 'The key in the `LogoUri` of a deployment to choose.' })),
      }),
    },
    handler: async (request, reply) => {
      const { deploymentId, key = '' } = request.query;
      const { deploymentId: own } = siteOf(request);
      const shown = deploymentId ?? (await findShownDeployment(deps.sql, own))?.deploymentId;
      const isKnown = deploymentId === undefined || isLogoKey(deps, deploymentId, key);
      const logo = shown === undefined || !isKnown ? null : await readLogo(deps.sql, shown);
      if (logo === null) throw notFound('logo');
      return reply.headers({ 'cache-control': 'private, max-age=3600' }).type('image/png').send(logo);
    },
  });
}

async function readSignInBranding({ sql }: Deps, site: Site): Promise<Static<typeof SignInBrandingSchema>> {
  const only = await findShownDeployment(sql, site.deploymentId);
  if (only === null) return { Name: brandName({ Name: null, Color: null }), Color: null, LogoUri: null };
  const { Branding } = await readSettings(sql, only.deploymentId);
  const { logoVersion } = only;
  return {
    Name: brandName(Branding),
    Color: Branding.Color,
    LogoUri: logoVersion === null ? null : `${site.webUrl}/api/branding/logo?v=${logoVersion}`,
  };
}
