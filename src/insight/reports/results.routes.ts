import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { JobParams } from '../../core/async-jobs/async-jobs.schema.ts';
import { JOB_KINDS } from '../../core/async-jobs/kinds.ts';
import { TOO_EARLY, sendTooEarly } from '../../core/async-jobs/async-jobs.http.ts';
import { accessReport } from './reports.access.ts';
import { ACTIVITY_ROWS, ReportSummarySchema, ResultQuery, TASK_ROWS, USER_ROWS } from './reports.schema.ts';
import { sendReport } from './send-report.ts';
import { presentSummary } from './summary.ts';

const siteAdmin = { role: 'siteAdmin' } as const;

/** The reports, further access rules beyond accessReport, and their rows. */
const REPORTS = [
  ['user-admin-report', 'what a user did', siteAdmin, USER_ROWS],
  ['document-activity-report', 'what happened to a document', {}, ACTIVITY_ROWS],
  ['library-activity-report', 'what happened in a library', {}, ACTIVITY_ROWS],
  ['task-report', 'tasks', siteAdmin, TASK_ROWS],
] as const;

/** Results of reports and their summaries (docs/api/reports.md#report-results). */
export function reportResultRoutes(app: App, deps: Deps): void {
  for (const report of REPORTS) {
    resultRoute(app, deps, report);
    summaryRoute(app, deps, report);
  }
}

type Report = (typeof REPORTS)[number];

const tags = ['Reports'];
const addressOf = (kind: Report[0]) => `/api/async/results/${JOB_KINDS[kind].resultPath}/:jobId`;

function resultRoute(app: App, deps: Deps, [kind, subject, config, rows]: Report): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: addressOf(kind),
    config: { ...config, describe: { response: { ...TOO_EARLY, ...responses(rows) } } },
    schema: {
      tags,
      summary: `Fetch a report of ${subject}, as CSV or JSON`,
      params: JobParams,
      querystring: ResultQuery,
    },
    handler: async (request, reply) => {
      const { jobId } = request.params;
      const job = await accessReport(deps.sql, actorOf(request), kind, jobId);
      if (job === undefined) return sendTooEarly(reply, deps.config.baseUrl, jobId);
      return sendReport(deps, request, reply, job, request.query.form);
    },
  });
}

function summaryRoute(app: App, deps: Deps, [kind, subject, config]: Report): void {
  app.get(`${addressOf(kind)}/summary`, {
    config: { ...config, describe: { response: TOO_EARLY } },
    schema: {
      tags,
      summary: `Count the rows of a report of ${subject} by time and type`,
      params: JobParams,
      response: { 200: ReportSummarySchema },
    },
    handler: async (request, reply) => {
      const { jobId } = request.params;
      const job = await accessReport(deps.sql, actorOf(request), kind, jobId);
      if (job === undefined) return sendTooEarly(reply, deps.config.baseUrl, jobId);
      return presentSummary(job);
    },
  });
}

function responses(rows: object) {
  const content = { 'text/csv': { schema: { type: 'string' } }, 'application/json': { schema: rows } };
  // @fastify/swagger wraps the schema of a header.
  const header = (description: string) => ({ description, type: 'string' });
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
