import { type Static, Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { missingParameter, notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { JobParams } from '../../core/async-jobs/async-jobs.schema.ts';
import { JOB_KINDS } from '../../core/async-jobs/kinds.ts';
import { sendStarted } from '../../core/async-jobs/async-jobs.http.ts';
import { sendResult } from '../../core/async-jobs/retrieval.ts';
import { startRevokingShares } from './all-shares.actions.ts';
import { type ShareFilter, readShareFilter, readStrictFilter } from './share-filter.queries.ts';
import { presentDeploymentShare } from './all-shares.presenter.ts';
import { countAllShares, listAllShares } from './all-shares.queries.ts';
import {
  DeploymentShareSchema,
  RevokeSharesBody,
  RevokeSharesResultSchema,
  ShareCountSchema,
  ShareFilterQuery,
  ShareListQuery,
} from './all-shares.schema.ts';
import { allShareDocs } from './all-shares.docs.ts';

const KIND = 'revoke-shares';
const role = 'siteAdmin';
/** The shares of the deployment, for site admins (docs/api/shares.md#shares-of-the-deployment). */
export function allShareRoutes(app: App, deps: Deps): void {
  app.get('/api/admin/shares', {
    config: { role },
    schema: {
      ...allShareDocs.listDeploymentShares,
      querystring: ShareListQuery,
      response: { 200: Type.Array(DeploymentShareSchema) },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const page = readPage<[number]>(request.query, ['number']);
      const rows = await listAllShares(deps.sql, actor, readShareFilter(request.query), page);
      const kept = cutPage({ request, reply, baseUrl: deps.config.baseUrl }, page, rows, (row) => [row.shareId]);
      return kept.map((row) => presentDeploymentShare(deps.config.baseUrl, row, actor.now));
    },
  });

  app.get('/api/admin/shares/count', {
    config: { role },
    schema: {
      ...allShareDocs.countDeploymentShares,
      querystring: ShareFilterQuery,
      response: { 200: ShareCountSchema },
    },
    handler: async (request) => {
      return { Count: await countAllShares(deps.sql, actorOf(request), readStrictFilter(request.query)) };
    },
  });

  revocationRoutes(app, deps);
}

function revocationRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.post('/api/admin/shares/revoke', {
    config: { creates: 'thing', role, refuseUnknown: [] },
    schema: { ...allShareDocs.revokeDeploymentShares, querystring: ShareFilterQuery, body: RevokeSharesBody },
    handler: async (request, reply) => {
      const jobId = await startRevokingShares(deps, actorOf(request), readWanted(request.query, request.body));
      return sendStarted(reply, baseUrl, jobId);
    },
  });

  app.get(`/api/async/results/${JOB_KINDS[KIND].resultPath}/:jobId`, {
    config: { role },
    schema: {
      ...allShareDocs.getShareRevocationResult,
      params: JobParams,
      response: { 200: RevokeSharesResultSchema },
    },
    handler: async (request, reply) => {
      const wanted = { kind: KIND, jobId: request.params.jobId, unknown: notFound('result') } as const;
      return sendResult<Static<typeof RevokeSharesResultSchema>>(deps, request, reply, wanted);
    },
  });
}

// An empty body is a mistake and never means everything.
function readWanted(
  query: Static<typeof ShareFilterQuery>,
  { ShareIds = [], All = false }: Static<typeof RevokeSharesBody>,
): ShareFilter {
  if (ShareIds.length > 0) return readStrictFilter(query, ShareIds);
  if (!All) throw missingParameter('ShareIds', 'ShareIds, or All: true, is required.');
  return readStrictFilter(query);
}
