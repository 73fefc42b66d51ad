import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { sendStarted } from '../../core/async-jobs/async-jobs.http.ts';
import { UserParams } from '../../people/users/users.schema.ts';
import { DocumentParams, LibraryParams } from '../../library/tree/tree.schema.ts';
import { accessDocumentForReport, accessLibraryForReport, accessUserForReport } from './reports.access.ts';
import { type ActivityReport, startActivityReport, startTaskReport } from './reports.actions.ts';
import { documentReportJob, libraryReportJob, userReportJob } from './reports.jobs.ts';
import { ActivityReportQuery, TaskReportQuery } from './reports.schema.ts';
import { reportDocs } from './reports.docs.ts';

const siteAdmin = { role: 'siteAdmin' } as const;

const USER_REPORT: ActivityReport = { access: accessUserForReport, job: userReportJob };
const DOCUMENT_REPORT: ActivityReport = { access: accessDocumentForReport, job: documentReportJob };
const LIBRARY_REPORT: ActivityReport = { access: accessLibraryForReport, job: libraryReportJob, maxDays: 30 };

/** The operations that start a report (docs/api/reports.md#reports). */
export function reportRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;
  const querystring = ActivityReportQuery;

  app.post('/api/async/users/:userId/admin-report', {
    config: { ...siteAdmin, creates: 'thing' },
    schema: { ...reportDocs.startUserReport, params: UserParams, querystring },
    handler: async (request, reply) => {
      const { userId } = request.params;
      const jobId = await startActivityReport(deps, actorOf(request), USER_REPORT, userId, request.query);
      return sendStarted(reply, baseUrl, jobId);
    },
  });

  app.post('/api/async/documents/:documentId/activity-report', {
    config: { creates: 'thing' },
    schema: { ...reportDocs.startDocumentReport, params: DocumentParams, querystring },
    handler: async (request, reply) => {
      const { documentId } = request.params;
      const jobId = await startActivityReport(deps, actorOf(request), DOCUMENT_REPORT, documentId, request.query);
      return sendStarted(reply, baseUrl, jobId);
    },
  });

  app.post('/api/async/libraries/:libraryId/activity-report', {
    config: { creates: 'thing' },
    schema: { ...reportDocs.startLibraryReport, params: LibraryParams, querystring },
    handler: async (request, reply) => {
      const { libraryId } = request.params;
      const jobId = await startActivityReport(deps, actorOf(request), LIBRARY_REPORT, libraryId, request.query);
      return sendStarted(reply, baseUrl, jobId);
    },
  });

  app.post('/api/async/tasks/task-report', {
    config: { ...siteAdmin, creates: 'thing' },
    schema: { ...reportDocs.startTaskReport, querystring: TaskReportQuery },
    handler: async (request, reply) => {
      const jobId = await startTaskReport(deps, actorOf(request), request.query);
      return sendStarted(reply, baseUrl, jobId);
    },
  });
}
