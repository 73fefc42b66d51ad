import type { App } from '../../platform/http/app-type.ts';
import type { WithSteps } from '../../platform/steps.ts';
import { actorOf } from '../actor.ts';
import { appIconRoutes } from './app-icons.routes.ts';
import { brandingRoutes } from './branding.routes.ts';
import { logoRoutes } from './logo.routes.ts';
import { readSettings } from './settings.access.ts';
import { type SettingsSteps, patchSettings } from './settings.actions.ts';
import { SettingsUpdateSchema, SettingsSchema } from './settings.schema.ts';
import { settingsDocs } from './settings.docs.ts';

/** The settings of a deployment, an extension. */
export function settingsRoutes(app: App, deps: WithSteps<SettingsSteps>): void {
  app.get('/api/settings', {
    config: { role: 'siteAdmin' },
    schema: { ...settingsDocs.getSettings, response: { 200: SettingsSchema } },
    handler: async (request) => readSettings(deps.sql, actorOf(request).deploymentId),
  });

  app.patch('/api/settings', {
    // null disables a limit.
    config: { role: 'siteAdmin', keepAbsent: true },
    schema: { ...settingsDocs.updateSettings, body: SettingsUpdateSchema, response: { 200: SettingsSchema } },
    handler: async (request) => patchSettings(deps, actorOf(request), request.body),
  });

  logoRoutes(app, deps);
  brandingRoutes(app, deps);
  appIconRoutes(app, deps);
}
