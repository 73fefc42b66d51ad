import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../actor.ts';
import { accessAsyncJob } from './async-jobs.access.ts';
import { deleteAsyncJob } from './async-jobs.actions.ts';
import { askAgainSoon } from './async-jobs.http.ts';
import { presentJob, presentStatus } from './async-jobs.presenter.ts';
import { listAsyncJobs } from './async-jobs.queries.ts';
import { AsyncJobSchema, AsyncJobStatusSchema, JobParams } from './async-jobs.schema.ts';
import { asyncJobDocs } from './async-jobs.docs.ts';

/** docs/api/async-jobs.md */
export function asyncJobRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;
  app.get('/api/jobs', {
    schema: {
      ...asyncJobDocs.listJobs,
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(AsyncJobSchema) },
    },
    handler: async (request, reply) => {
      const page = readPage<[number]>(request.query, ['number']);
      const rows = await listAsyncJobs(deps.sql, actorOf(request), page);
      return cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.jobId]).map((row) =>
        presentJob(baseUrl, row),
      );
    },
  });

  app.get('/api/async/:jobId', {
    schema: { ...asyncJobDocs.getJobStatus, params: JobParams, response: { 200: AsyncJobStatusSchema } },
    handler: async (request, reply) => {
      const job = await accessAsyncJob(deps.sql, actorOf(request), request.params.jobId, 'View');
      if (job.state === 'processing') askAgainSoon(reply);
      return presentStatus(baseUrl, job);
    },
  });

  app.delete('/api/async/:jobId', {
    schema: { ...asyncJobDocs.deleteJob, params: JobParams, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await deleteAsyncJob(deps, actorOf(request), request.params.jobId);
      return reply.code(204).send(null);
    },
  });
}
