import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { changeUsers } from './bulk-changes.actions.ts';
import { bulkChangeDocs } from './bulk-changes.docs.ts';
import { BulkChangeBody, BulkResultsSchema } from './bulk-changes.schema.ts';

/** docs/api/users.md#changing-many-accounts */
export function bulkChangeRoutes(app: App, deps: Deps): void {
  app.post('/api/users/bulk', {
    config: { role: 'siteAdmin', creates: 'thing', refuseUnknown: [] },
    schema: { ...bulkChangeDocs.changeUsers, body: BulkChangeBody, response: { 200: BulkResultsSchema } },
    handler: async (request) => {
      const outcomes = await changeUsers(deps, actorOf(request), request.body);
      return {
        Results: outcomes.map(({ userId, outcome, reason }) => ({ UserId: userId, Outcome: outcome, Reason: reason })),
      };
    },
  });
}
