import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../actor.ts';
import { checkDatabase, checkMachine, checkParts, checkStore, forSiteAdmins } from './health.ts';

const HealthSchema = Type.Object(
  {
    DateChecked: Type.String({ format: 'date-time' }),
    Findings: Type.Array(
      Type.Object(
        {
          Check: Type.String({ description: 'What was looked at, e.g. `postgres` (docs/operations.md).' }),
          State: Type.Union(
            [Type.Literal('ok'), Type.Literal('hint'), Type.Literal('warning'), Type.Literal('failed')],
            { description: 'A hint is something optional that is not there.' },
          ),
          Detail: Type.String(),
        },
        { title: 'HealthFinding' },
      ),
    ),
  },
  { title: 'Health' },
);

/** What `carrel doctor` finds, for site admins: without the folders and addresses of the machine. An extension. */
export function healthRoutes(app: App, { sql, blobs, config }: Deps): void {
  app.get('/api/admin/health', {
    config: { role: 'siteAdmin' },
    schema: {
      tags: ['Operation'],
      summary: 'Look at what the service needs and what it can use',
      response: { 200: HealthSchema },
    },
    handler: async (request) => {
      const { now } = actorOf(request);
      const [machine, store, database, parts] = await Promise.all([
        checkMachine(config),
        checkStore(config, () => blobs.check()),
        checkDatabase(sql, now),
        checkParts(config),
      ]);
      const findings = [...machine, store, ...database, ...parts];
      return { DateChecked: now.toISOString(), Findings: findings.map(forSiteAdmins) };
    },
  });
}
