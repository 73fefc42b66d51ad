import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { countActivity, countDeployment } from './overview.queries.ts';
import { OverviewSchema } from './overview.schema.ts';
import { overviewDocs } from './overview.docs.ts';

/** Key figures of a deployment, an extension. */
export function overviewRoutes(app: App, { sql }: Deps): void {
  app.get('/api/admin/overview', {
    config: { role: 'siteAdmin' },
    schema: { ...overviewDocs.getOverview, response: { 200: OverviewSchema } },
    handler: async (request) => {
      const { deploymentId, now } = actorOf(request);
      const [figures, days] = await Promise.all([
        countDeployment(sql, deploymentId, now),
        countActivity(sql, deploymentId, now),
      ]);
      return { ...figures, Activity: days };
    },
  });
}
