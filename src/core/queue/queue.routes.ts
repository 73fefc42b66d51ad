import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../actor.ts';
import { listDeploymentJobs } from '../async-jobs/async-jobs.queries.ts';
import { retryQueuedJob } from './queue.actions.ts';
import { presentDeploymentJob, presentQueuedJob } from './queue.presenter.ts';
import { listJobs } from './queue.queries.ts';
import { DeploymentJobSchema, QueuedJobFilter, QueuedJobParams, QueuedJobSchema } from './queue.schema.ts';
import { queueDocs } from './queue.docs.ts';

/** Background work for site admins: the queue and asynchronous jobs. An extension. */
export function queueRoutes(app: App, deps: Deps): void {
  const { sql, config } = deps;

  app.get('/api/admin/queue', {
    config: { role: 'siteAdmin' },
    schema: {
      ...queueDocs.listQueuedJobs,
      querystring: Type.Object({ ...pageQuery, state: QueuedJobFilter }),
      response: { 200: Type.Array(QueuedJobSchema) },
    },
    handler: async (request, reply) => {
      const page = readPage<[number]>(request.query, ['number']);
      const rows = await listJobs(sql, actorOf(request).deploymentId, request.query.state, page);
      return cutPage({ request, reply, baseUrl: config.baseUrl }, page, rows, (row) => [row.jobId]).map(
        presentQueuedJob,
      );
    },
  });

  app.post('/api/admin/queue/:queuedJobId/retry', {
    config: { role: 'siteAdmin' },
    schema: { ...queueDocs.retryQueuedJob, params: QueuedJobParams, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await retryQueuedJob(deps, actorOf(request), request.params.queuedJobId);
      return reply.code(204).send(null);
    },
  });

  begunJobRoutes(app, deps);
}

function begunJobRoutes(app: App, { sql, config }: Deps): void {
  app.get('/api/admin/jobs', {
    config: { role: 'siteAdmin' },
    schema: {
      ...queueDocs.listDeploymentJobs,
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(DeploymentJobSchema) },
    },
    handler: async (request, reply) => {
      const page = readPage<[number]>(request.query, ['number']);
      const rows = await listDeploymentJobs(sql, actorOf(request).deploymentId, page);
      return cutPage({ request, reply, baseUrl: config.baseUrl }, page, rows, (row) => [row.jobId]).map((row) =>
        presentDeploymentJob(config.baseUrl, row),
      );
    },
  });
}
