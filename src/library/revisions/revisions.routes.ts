import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import type { WithSteps } from '../../platform/steps.ts';
import { actorOf, at } from '../../core/actor.ts';
import { acceptForms, receiveSmallUpload } from '../../content/uploads/multipart.ts';
import { FileReferenceHeaders, expectReference, readFileReference } from '../../content/uploads/fileref.ts';
import type { UploadSteps } from '../../content/uploads/staged.steps.ts';
import type { DocumentSteps } from '../documents/documents.steps.ts';
import { sendContent } from '../downloads/content.ts';
import { recordingRefusals } from '../downloads/refused-reads.ts';
import { accessDocument } from '../tree/tree.access.ts';
import { DocumentParams } from '../tree/tree.schema.ts';
import { accessRevision } from './revisions.access.ts';
import { type RevisedRow, createRevision, finalizeRevision, restoreRevision } from './revisions.actions.ts';
import { presentRevision } from './revisions.presenter.ts';
import { listRevisions } from './revisions.queries.ts';
import { RevisionParams, RevisionSchema } from './revisions.schema.ts';
import { revisionDocs } from './revisions.docs.ts';

/** The revisions of a document: list, get, content, upload, restore. */
export function revisionRoutes(app: App, deps: WithSteps<DocumentSteps & UploadSteps>): void {
  revisionReadRoutes(app, deps);
  revisionContentRoute(app, deps);
  revisionWriteRoutes(app, deps);
}

function revisionReadRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.get('/api/documents/:documentId/revisions', {
    schema: {
      ...revisionDocs.listRevisions,
      params: DocumentParams,
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(RevisionSchema) },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const page = readPage<[number]>(request.query, ['number']);
      const { documentId } = await accessDocument(deps.sql, actor, request.params.documentId, 'View');
      const rows = await listRevisions(deps.sql, actor.deploymentId, documentId, page);
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.revisionNumber]);
      return kept.map((row) => presentRevision(baseUrl, row));
    },
  });

  app.get('/api/documents/:documentId/revisions/:revisionId', {
    schema: { ...revisionDocs.getRevision, params: RevisionParams, response: { 200: RevisionSchema } },
    handler: async (request) => {
      const { revision } = await accessRevision(deps, actorOf(request), request.params);
      return presentRevision(baseUrl, revision);
    },
  });
}

function revisionContentRoute(app: App, deps: Deps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/documents/:documentId/revisions/:revisionId/content',
    schema: { ...revisionDocs.getRevisionContent, params: RevisionParams },
    handler: async (request, reply) => {
      return recordingRefusals(deps, request, request.params, async () => {
        const { document, revision } = await accessRevision(deps, actorOf(request), request.params);
        const { documentId, folderId, libraryId } = document;
        const place = { documentId, folderId, libraryId };
        return sendContent(deps, request, reply, { ...revision, storedAt: revision.createdAt, place });
      });
    },
  });
}

function revisionWriteRoutes(app: App, deps: WithSteps<DocumentSteps & UploadSteps>): void {
  const { baseUrl } = deps.config;
  const response = { 201: RevisionSchema };

  app.post('/api/documents/:documentId/revisions/:revisionId/restore', {
    config: { creates: 'thing' },
    schema: { ...revisionDocs.restoreRevision, params: RevisionParams, response },
    handler: async (request, reply) => {
      const { documentId, revisionId } = request.params;
      const row = await restoreRevision(deps, actorOf(request), documentId, revisionId);
      const revision = presentRevision(baseUrl, row);
      return reply.code(201).header('location', revision.Links.Self).send(revision);
    },
  });

  void app.register(async (scope: App) => {
    acceptForms(scope);
    scope.post('/api/documents/:documentId/revisions', {
      config: { creates: 'thing', part: 'revisions' },
      preParsing: expectReference,
      schema: {
        ...revisionDocs.createRevision,
        params: DocumentParams,
        headers: FileReferenceHeaders,
        // 200: the current revision, which has this name and content.
        response: { ...response, 200: RevisionSchema },
      },
      handler: async (request, reply) => {
        const { isNew, ...row } = await uploadRevision(deps, request, request.params.documentId);
        const revision = presentRevision(baseUrl, row);
        return reply
          .code(isNew ? 201 : 200)
          .header('location', revision.Links.Self)
          .send(revision);
      },
    });
  });
}

async function uploadRevision(
  deps: WithSteps<DocumentSteps & UploadSteps>,
  request: FastifyRequest,
  documentId: number,
): Promise<RevisedRow> {
  const reference = readFileReference(request.headers);
  if (reference !== undefined) return finalizeRevision(deps, actorOf(request), documentId, reference);
  const upload = await receiveSmallUpload(request, deps);
  return createRevision(deps, at(actorOf(request), deps.clock), documentId, upload);
}
