import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../actor.ts';
import { checkDatabase, checkMachine, checkParts, checkStore, forSiteAdmins } from './health.ts';
import { checkUpkeep } from './health-upkeep.ts';
import { HealthSchema } from './system.schema.ts';
import { systemDocs } from './system.docs.ts';

/** The checks of `carrel doctor` for site admins, without folders and addresses of the machine. An extension. */
export function healthRoutes(app: App, { sql, blobs, config }: Deps): void {
  app.get('/api/admin/health', {
    config: { role: 'siteAdmin' },
    schema: { ...systemDocs.getHealth, response: { 200: HealthSchema } },
    handler: async (request) => {
      const { now } = actorOf(request);
      const [machine, store, database, upkeep, parts] = await Promise.all([
        checkMachine(config),
        checkStore(config, () => blobs.check()),
        checkDatabase(sql),
        checkUpkeep(config, now),
        checkParts(config),
      ]);
      const findings = [...machine, store, ...database, ...upkeep, ...parts];
      return { DateChecked: now.toISOString(), Findings: findings.map(forSiteAdmins) };
    },
  });
}
