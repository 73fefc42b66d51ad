import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { isCurrent } from '../../platform/http/files/entity-tag.ts';
import { sendEmpty } from '../../platform/http/files/empty-answer.ts';
import type { WithSteps } from '../../platform/steps.ts';
import { actorOf, at } from '../../core/actor.ts';
import type { UploadDeps, UploadSteps } from '../../content/uploads/staged.steps.ts';
import { acceptForms, receiveSmallUpload } from '../../content/uploads/multipart.ts';
import { FileReferenceHeaders, expectReference, readFileReference } from '../../content/uploads/fileref.ts';
import { accessDocument } from '../tree/tree.access.ts';
import { type PresentableDocument, documentState, documentTag } from '../tree/tree.presenter.ts';
import { DocumentParams, FolderParams } from '../tree/tree.schema.ts';
import type { DocumentSteps } from './documents.steps.ts';
import { changeDocument, copyDocument } from './documents.change.ts';
import { createDocument, finalizeDocument } from './documents.create.ts';
import { presentDocument } from './documents.presenter.ts';
import { ChangeDocumentBody, CopyDocumentBody, DocumentSchema } from './documents.schema.ts';
import { documentDocs } from './documents.docs.ts';

const params = DocumentParams;
const response = { 200: DocumentSchema };
const created = { 201: DocumentSchema };

/** Documents (docs/api/documents.md#operations) and their form uploads (docs/api/uploads.md#form-uploads). */
export function documentRoutes(app: App, deps: WithSteps<DocumentSteps & UploadSteps>): void {
  documentReadRoutes(app, deps);
  documentChangeRoutes(app, deps);
  documentUploadRoutes(app, deps);
}

function documentReadRoutes(app: App, deps: Deps): void {
  app.get('/api/documents/:documentId', {
    schema: { ...documentDocs.getDocument, params, response },
    handler: async (request, reply) => {
      const document = await accessDocument(deps.sql, actorOf(request), request.params.documentId, 'View');
      if (isCurrent(request, reply, documentState(document))) return sendEmpty(reply);
      return presentDocument(deps.config.baseUrl, document);
    },
  });
}

function documentChangeRoutes(app: App, deps: WithSteps<DocumentSteps>): void {
  const { baseUrl } = deps.config;

  app.patch('/api/documents/:documentId', {
    schema: { ...documentDocs.updateDocument, params, body: ChangeDocumentBody, response },
    handler: async (request, reply) => {
      const document = await changeDocument(deps, actorOf(request), request.params.documentId, request.body);
      reply.header('etag', documentTag(document));
      return presentDocument(baseUrl, document);
    },
  });

  app.post('/api/documents/:documentId/copy', {
    config: { creates: 'thing' },
    schema: { ...documentDocs.copyDocument, params, body: CopyDocumentBody, response: created },
    handler: async (request, reply) => {
      const { documentId } = request.params;
      const document = presentDocument(baseUrl, await copyDocument(deps, actorOf(request), documentId, request.body));
      return reply.code(201).header('location', document.Links.Self).send(document);
    },
  });
}

function documentUploadRoutes(app: App, deps: UploadDeps): void {
  void app.register(async (scope: App) => {
    acceptForms(scope);
    scope.post('/api/folders/:folderId/documents', {
      config: { creates: 'thing' },
      preParsing: expectReference,
      schema: {
        ...documentDocs.createDocument,
        params: FolderParams,
        headers: FileReferenceHeaders,
        response: created,
      },
      handler: async (request, reply) => {
        const row = await uploadDocument(deps, request, request.params.folderId);
        const document = presentDocument(deps.config.baseUrl, row);
        return reply.code(201).header('location', document.Links.Self).send(document);
      },
    });
  });
}

async function uploadDocument(
  deps: UploadDeps,
  request: FastifyRequest,
  folderId: number,
): Promise<PresentableDocument> {
  const reference = readFileReference(request.headers);
  if (reference !== undefined) return finalizeDocument(deps, actorOf(request), folderId, reference);
  const upload = await receiveSmallUpload(request, deps);
  // The upload took a while: rights are checked, and the document is dated, as of its last byte.
  return createDocument(deps, at(actorOf(request), deps.clock), folderId, upload);
}
