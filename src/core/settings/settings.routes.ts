import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../actor.ts';
import { brandingRoutes } from './branding.routes.ts';
import { logoRoutes } from './logo.routes.ts';
import { readSettings } from './settings.access.ts';
import { patchSettings } from './settings.actions.ts';
import { SettingsPatchSchema, SettingsSchema } from './settings.schema.ts';

/** The settings of a deployment, an extension. */
export function settingsRoutes(app: App, deps: Deps): void {
  const tags = ['Settings'];

  app.get('/api/settings', {
    config: { role: 'siteAdmin' },
    schema: { tags, summary: 'Get the settings of the deployment', response: { 200: SettingsSchema } },
    handler: async (request) => readSettings(deps.sql, actorOf(request).deploymentId),
  });

  app.patch('/api/settings', {
    // null switches a limit off.
    config: { role: 'siteAdmin', keepAbsent: true },
    schema: {
      tags,
      summary:
        'Change settings; those that are not named stay as they are, and null means no limit where it is allowed',
      body: SettingsPatchSchema,
      response: { 200: SettingsSchema },
    },
    handler: async (request) => patchSettings(deps, actorOf(request), request.body),
  });

  logoRoutes(app, deps, tags);
  brandingRoutes(app, deps);
}
