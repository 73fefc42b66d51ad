import type { App } from '../../platform/http/app-type.ts';
import type { WithSteps } from '../../platform/steps.ts';
import { actorOf } from '../../core/actor.ts';
import type { UserSteps } from '../users/users.steps.ts';
import { type ImportedLine, importUsers } from './imports.actions.ts';
import { importDocs } from './imports.docs.ts';
import { ImportBody, ImportResultSchema } from './imports.schema.ts';

/** docs/api/users.md#importing-people */
export function importRoutes(app: App, deps: WithSteps<UserSteps>): void {
  app.post('/api/users/import', {
    config: { role: 'siteAdmin', creates: 'thing', refuseUnknown: [] },
    schema: { ...importDocs.importUsers, body: ImportBody, response: { 200: ImportResultSchema } },
    handler: async (request) => ({ Lines: (await importUsers(deps, actorOf(request), request.body)).map(presentLine) }),
  });
}

function presentLine({ line, email, name, isSiteAdmin, groups, outcome, userId, errors }: ImportedLine) {
  return {
    Line: line,
    Email: email,
    Name: name,
    IsSiteAdmin: isSiteAdmin,
    Groups: groups,
    Outcome: outcome,
    UserId: userId,
    Errors: errors,
  };
}
