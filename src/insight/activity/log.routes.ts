import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { badCursor, cutPage, isCursorTime, linkToNext, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { readRange } from '../report-rows/range.ts';
import { USUAL_TOP } from './latest.routes.ts';
import { presentLogged } from './log.presenter.ts';
import { type LogFilter, type LogKey, listLog } from './log.queries.ts';
import { LogQuery, LoggedActivities } from './log.schema.ts';
import { reportDocs } from '../reports/reports.docs.ts';

/** The activity log of the deployment (docs/api/reports.md#activity-of-the-deployment). */
export function logRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.get('/api/admin/activity', {
    config: { role: 'siteAdmin' },
    schema: { ...reportDocs.listActivity, querystring: LogQuery, response: { 200: LoggedActivities } },
    handler: async (request, reply) => {
      const { query } = request;
      const { deploymentId, now } = actorOf(request);
      const { limit, after } = readPage<LogKey>(query, ['string', 'number']);
      if (after !== null && !isCursorTime(after[0])) throw badCursor();
      const page = { limit: limit ?? USUAL_TOP, after };
      const filter: LogFilter = {
        deploymentId,
        userId: query.userId ?? null,
        documentId: query.documentId ?? null,
        libraryId: query.libraryId ?? null,
        types: query.type ?? null,
        range: query.fromDate === undefined && query.toDate === undefined ? null : readRange(query, now),
      };
      const { rows, continuesAt } = await listLog(deps.sql, filter, page);
      const answer = { request, reply, baseUrl };
      if (continuesAt !== null) linkToNext(answer, continuesAt);
      return cutPage(answer, page, rows, ({ at, activityId }) => [at, activityId]).map((row) =>
        presentLogged(baseUrl, row),
      );
    },
  });
}
