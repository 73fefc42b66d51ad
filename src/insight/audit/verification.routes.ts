import { type Static, Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { accessResult } from '../../core/async-jobs/async-jobs.access.ts';
import { presentState } from '../../core/async-jobs/async-jobs.presenter.ts';
import { JobParams } from '../../core/async-jobs/async-jobs.schema.ts';
import { JOB_KINDS } from '../../core/async-jobs/kinds.ts';
import { sendStarted, sendTooEarly } from '../../core/async-jobs/async-jobs.http.ts';
import { presentPerson } from '../../core/persons/persons.presenter.ts';
import { startVerification } from './verification.actions.ts';
import { type VerificationRow, listVerifications } from './verification.queries.ts';
import { VerificationBody, VerificationSchema, VerifiedSchema } from './verification.schema.ts';
import { verificationDocs } from './verification.docs.ts';

const KIND = 'audit-verification';
const role = 'siteAdmin';
/** Verifying the activity log, an extension: like `carrel audit verify`, for the own deployment. */
export function verificationRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.post('/api/async/audit/verification', {
    config: { creates: 'thing', role, refuseUnknown: [] },
    schema: { ...verificationDocs.startVerification, body: VerificationBody },
    handler: async (request, reply) => {
      const jobId = await startVerification(deps, actorOf(request), request.body);
      return sendStarted(reply, baseUrl, jobId);
    },
  });

  app.get(`/api/async/results/${JOB_KINDS[KIND].resultPath}/:jobId`, {
    config: { role },
    schema: { ...verificationDocs.getVerificationResult, params: JobParams, response: { 200: VerifiedSchema } },
    handler: async (request, reply) => {
      const { jobId } = request.params;
      const job = await accessResult(deps.sql, actorOf(request), KIND, jobId, notFound('verification'));
      if (job === undefined) return sendTooEarly(reply, baseUrl, jobId);
      return job.result as Static<typeof VerifiedSchema>;
    },
  });

  listRoute(app, deps);
}

function listRoute(app: App, { sql, config }: Deps): void {
  app.get('/api/admin/audit/verifications', {
    config: { role },
    schema: {
      ...verificationDocs.listVerifications,
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(VerificationSchema) },
    },
    handler: async (request, reply) => {
      const page = readPage<[number]>(request.query, ['number']);
      const rows = await listVerifications(sql, actorOf(request).deploymentId, page);
      return cutPage({ request, reply, baseUrl: config.baseUrl }, page, rows, (row) => [row.jobId]).map((row) =>
        presentVerification(config.baseUrl, row),
      );
    },
  });
}

function presentVerification(baseUrl: string, row: VerificationRow): Static<typeof VerificationSchema> {
  const Seals = row.result?.Seals ?? row.seals ?? 0;
  return {
    JobId: row.jobId,
    State: presentState(row.state),
    Creator: row.creator.email,
    CreatorPerson: presentPerson(baseUrl, row.creator),
    DateCreated: row.createdAt,
    DateEnded: row.finishedAt,
    Progress: { Seals, OfSeals: Math.max(Seals, row.parameters.ofSeals ?? 0) },
    Result: row.result,
    Error: row.error,
  };
}
