/** Expected statuses of the routes of reports: a part of table.ts. */
import { type Line, administers, reports } from './lines.ts';

export const REPORT_ACCESS: Record<string, Line> = {
  'GET /api/documents/:documentId/activity': reports(200),
  'POST /api/async/users/:userId/admin-report': administers(202, 404),
  'POST /api/async/documents/:documentId/activity-report': reports(202),
  'POST /api/async/libraries/:libraryId/activity-report': reports(202),
  'POST /api/async/tasks/task-report': administers(202, 202),
  'GET /api/async/results/users/admin-report/:jobId': administers(303, 404, {
    at: '/api/async/results/users/admin-report/:userReportId',
  }),
  'GET /api/async/results/users/admin-report/:jobId/summary': administers(303, 404, {
    at: '/api/async/results/users/admin-report/:userReportId/summary',
  }),
  'GET /api/async/results/documents/document-activity-report/:jobId': reports(303, {
    at: '/api/async/results/documents/document-activity-report/:documentReportId',
  }),
  'GET /api/async/results/documents/document-activity-report/:jobId/summary': reports(303, {
    at: '/api/async/results/documents/document-activity-report/:documentReportId/summary',
  }),
  'GET /api/async/results/libraries/library-activity-report/:jobId': reports(303, {
    at: '/api/async/results/libraries/library-activity-report/:libraryReportId',
  }),
  'GET /api/async/results/libraries/library-activity-report/:jobId/summary': reports(303, {
    at: '/api/async/results/libraries/library-activity-report/:libraryReportId/summary',
  }),
  'GET /api/async/results/tasks/task-report/:jobId': administers(303, 404, {
    at: '/api/async/results/tasks/task-report/:taskReportId',
  }),
  'GET /api/async/results/tasks/task-report/:jobId/summary': administers(303, 404, {
    at: '/api/async/results/tasks/task-report/:taskReportId/summary',
  }),
};
