import { type Static, Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { gone } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { JobParams } from '../../core/async-jobs/async-jobs.schema.ts';
import { JOB_KINDS } from '../../core/async-jobs/kinds.ts';
import { sendStarted } from '../../core/async-jobs/async-jobs.http.ts';
import { sendResult } from '../../core/async-jobs/retrieval.ts';
import { startPurgeOld, storedBefore } from './purge-old.actions.ts';
import { listPurgeable } from './purge-old.queries.ts';
import { OldDocumentSchema, OldDocumentsQuery, PurgeOldBody, PurgeOldResultSchema } from './purge-old.schema.ts';
import { postedResultDocs, purgeOldDocs } from './purge-old.docs.ts';

const KIND = 'purge-old-documents';
const role = 'siteAdmin';

/** Purging old documents and its result (docs/api/trash.md#purging-old-documents). */
export function purgeOldRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;
  app.post('/api/async/documents/purge-old-documents', {
    config: { creates: 'thing', role, refuseUnknown: [] },
    schema: {
      ...purgeOldDocs.startPurgingOldDocuments,
      // A `DryRun` there would be lost.
      querystring: Type.Object({}, { additionalProperties: false }),
      body: PurgeOldBody,
    },
    handler: async (request, reply) => {
      const jobId = await startPurgeOld(deps, actorOf(request), request.body);
      return sendStarted(reply, baseUrl, jobId);
    },
  });

  oldDocumentRoute(app, deps);

  // Clients send GET to the ResultUri, and some send POST.
  for (const [method, docs] of [
    ['GET', purgeOldDocs.getPurgeOldDocumentsResult],
    ['POST', postedResultDocs],
  ] as const) {
    app.route({
      method,
      url: `/api/async/results/${JOB_KINDS[KIND].resultPath}/:jobId`,
      config: { role },
      schema: {
        ...docs,
        params: JobParams,
        response: { 200: PurgeOldResultSchema },
      },
      handler: async (request, reply) => {
        const wanted = { kind: KIND, jobId: request.params.jobId, unknown: gone('There is no such result.') } as const;
        return sendResult<Static<typeof PurgeOldResultSchema>>(deps, request, reply, wanted);
      },
    });
  }
}

function oldDocumentRoute(app: App, deps: Deps): void {
  app.get('/api/admin/old-documents', {
    config: { role },
    schema: {
      ...purgeOldDocs.listOldDocuments,
      querystring: OldDocumentsQuery,
      response: { 200: Type.Array(OldDocumentSchema) },
    },
    handler: async (request, reply) => {
      const { deploymentId, now } = actorOf(request);
      const page = readPage<[number]>(request.query, ['number']);
      const rows = await listPurgeable(deps.sql, deploymentId, storedBefore(request.query.days, now), page);
      const kept = cutPage({ request, reply, baseUrl: deps.config.baseUrl }, page, rows, (row) => [row.documentId]);
      return kept.map(({ documentId: DocumentId, name: DocumentName, location: Location, size: Size, ...row }) => {
        return { DocumentId, DocumentName, Location, Size, DateStored: row.storedAt, IsInTrash: row.isInTrash };
      });
    },
  });
}
