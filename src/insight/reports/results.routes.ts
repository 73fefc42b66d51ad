import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { JobParams } from '../../core/async-jobs/async-jobs.schema.ts';
import { JOB_KINDS } from '../../core/async-jobs/kinds.ts';
import { sendTooEarly } from '../../core/async-jobs/async-jobs.http.ts';
import { accessReport } from './reports.access.ts';
import { reportDocs } from './reports.docs.ts';
import { ReportSummarySchema, ResultQuery } from './reports.schema.ts';
import { sendReport } from './send-report.ts';
import { presentSummary } from './summary.ts';

const siteAdmin = { role: 'siteAdmin' } as const;

/** The reports, further access rules beyond accessReport, and their rows. */
const REPORTS = [
  ['user-admin-report', siteAdmin, reportDocs.getUserReport, reportDocs.getUserReportSummary],
  ['document-activity-report', {}, reportDocs.getDocumentReport, reportDocs.getDocumentReportSummary],
  ['library-activity-report', {}, reportDocs.getLibraryReport, reportDocs.getLibraryReportSummary],
  ['task-report', siteAdmin, reportDocs.getTaskReport, reportDocs.getTaskReportSummary],
] as const;

/** Results of reports and their summaries (docs/api/reports.md#report-results). */
export function reportResultRoutes(app: App, deps: Deps): void {
  for (const report of REPORTS) {
    resultRoute(app, deps, report);
    summaryRoute(app, deps, report);
  }
}

type Report = (typeof REPORTS)[number];

const addressOf = (kind: Report[0]) => `/api/async/results/${JOB_KINDS[kind].resultPath}/:jobId`;

function resultRoute(app: App, deps: Deps, [kind, config, docs]: Report): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: addressOf(kind),
    config,
    schema: {
      ...docs,
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

function summaryRoute(app: App, deps: Deps, [kind, config, , docs]: Report): void {
  app.get(`${addressOf(kind)}/summary`, {
    config,
    schema: {
      ...docs,
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
