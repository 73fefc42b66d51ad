/** The part of table.ts about looking after a deployment: pages and what they ask. */
import { type Line, administers, open } from './lines.ts';

export const OPERATIONS_ACCESS: Record<string, Line> = {
  'GET /admin/settings': open(200),
  'GET /admin/mail': open(200),
  'GET /admin/jobs': open(200),
  'GET /admin/audit': open(200),
  'GET /admin/health': open(200),
  'GET /api/admin/overview': administers(200, 200),
  'GET /api/admin/health': administers(200, 200),
  'GET /api/admin/audit/verifications': administers(200, 200),
  'GET /api/admin/mails': administers(200, 200),
  'GET /api/admin/queue': administers(200, 200),
  'GET /api/admin/jobs': administers(200, 200),
  'POST /api/admin/mails/:mailId/retry': administers(204, 404, { at: '/api/admin/mails/:failedMailId/retry' }),
  'POST /api/admin/queue/:queuedJobId/retry': administers(204, 404),
  'POST /api/async/audit/verification': administers(202, 202),
  'GET /api/async/results/audit/verification/:jobId': administers(303, 404, {
    at: '/api/async/results/audit/verification/:verificationId',
  }),
};
