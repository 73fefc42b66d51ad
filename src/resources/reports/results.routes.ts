import type { Deps } from '../../deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../actor.ts';
import { JobParams } from '../async-jobs/async-jobs.schema.ts';
import { JOB_KINDS } from '../async-jobs/kinds.ts';
import { TOO_EARLY, sendTooEarly } from '../async-jobs/retrieval.ts';
import { accessReport } from './reports.access.ts';
import { ACTIVITY_ROWS, TASK_ROWS, USER_ROWS } from './reports.schema.ts';
import { sendReport } from './send-report.ts';

const siteAdmin = { role: 'siteAdmin' } as const;

/** The reports, who may ask for their results beside those whom accessReport lets in, and their rows. */
const REPORTS = [
  ['user-admin-report', 'what a user did', siteAdmin, USER_ROWS],
  ['document-activity-report', 'what happened to a document', {}, ACTIVITY_ROWS],
  ['library-activity-report', 'what happened in a library', {}, ACTIVITY_ROWS],
  ['task-report', 'tasks', siteAdmin, TASK_ROWS],
] as const;

/** Contract: Asynchronous jobs and reports, GET {ResultUri}. */
export function reportResultRoutes(app: App, deps: Deps): void {
  for (const [kind, subject, config, rows] of REPORTS) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `/api/async/results/${JOB_KINDS[kind].resultPath}/:jobId`,
      config: { ...config, describe: { response: { ...TOO_EARLY, ...responses(rows) } } },
      schema: { tags: ['Reports'], summary: `Fetch a report of ${subject}, as CSV or JSON`, params: JobParams },
      handler: async (request, reply) => {
        const { jobId } = request.params;
        const job = await accessReport(deps.sql, actorOf(request), kind, jobId);
        if (job === undefined) return sendTooEarly(reply, deps.config.baseUrl, jobId);
        return sendReport(deps, request, reply, job);
      },
    });
  }
}

function responses(rows: object) {
  const content = { 'text/csv': { schema: { type: 'string' } }, 'application/json': { schema: rows } };
  const header = (description: string) => ({ description, schema: { type: 'string' } });
  const headers = {
    'Repr-Digest': header('SHA-256 of the whole report (RFC 9530).'),
    'X-Report-From': header('The first moment that the report covers.'),
    'X-Report-To': header('The last moment that the report covers.'),
  };
  return {
    200: { description: 'The report, as an attachment.', headers, content },
    206: { description: 'The part named by Range.', headers, content },
    304: { description: 'The copy named by If-None-Match is good.', type: 'null' },
  };
}
