import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { badCursor, cutPage, isCursorTime, pageQuery, readPage } from '../../platform/http/paging.ts';
import { ACTIVITY_TYPES } from '../../core/activity/activity-types.ts';
import { presentPersonOrNull } from '../../core/persons/persons.presenter.ts';
import { actorOf } from '../../core/actor.ts';
import { DocumentParams } from '../../library/tree/tree.schema.ts';
import { type LatestActivity, latestActivities } from './latest.queries.ts';
import { accessDocumentForReport } from '../reports/reports.access.ts';
import { ActivitySchema } from '../reports/reports.schema.ts';
import { reportDocs } from '../reports/reports.docs.ts';

/** Default `top` of activity: a document can have a million rows. */
export const USUAL_TOP = 100;

/** An extension: the latest activity of a document, for users who may read its report. */
export function latestActivityRoutes(app: App, deps: Deps): void {
  app.get('/api/documents/:documentId/activity', {
    schema: {
      ...reportDocs.listDocumentActivity,
      params: DocumentParams,
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(ActivitySchema) },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const { limit, after } = readPage<[string, number]>(request.query, ['string', 'number']);
      if (after !== null && !isCursorTime(after[0])) throw badCursor();
      const page = { limit: limit ?? USUAL_TOP, after };
      const { id: documentId } = await accessDocumentForReport(deps.sql, actor, request.params.documentId);
      const key = { deploymentId: actor.deploymentId, documentId };
      const rows = await latestActivities(deps.sql, key, page);
      return cutPage({ request, reply, baseUrl: deps.config.baseUrl }, page, rows, (row) => [
        row.at,
        row.activityId,
      ]).map((row) => presentActivity(deps.config.baseUrl, row));
    },
  });
}

/** A row of the log as the API shows it. */
export function presentActivity(baseUrl: string, activity: LatestActivity) {
  const { activityId, at, type, contentName, userName, userId, person, revisionNumber } = activity;
  return {
    ActivityId: activityId,
    ActivityDate: at,
    UserName: userName,
    UserId: userId,
    Person: presentPersonOrNull(baseUrl, person),
    ActivityType: type,
    ActivityItemType: ACTIVITY_TYPES[type],
    ContentName: contentName,
    RevisionNumber: revisionNumber,
  };
}
