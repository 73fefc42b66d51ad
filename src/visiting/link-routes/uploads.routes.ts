import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import type { WithSteps } from '../../platform/steps.ts';
import type { UploadTarget } from '../../content/uploads/staged.queries.ts';
import type { UploadSteps } from '../../content/uploads/staged.steps.ts';
import type { DocumentSteps } from '../../library/documents/documents.steps.ts';
import type { FolderSteps } from '../../library/folders/folders.steps.ts';
import { finalizeDocument } from '../../library/documents/documents.create.ts';
import { createFolder } from '../../library/folders/folders.create.ts';
import { finalizeRevision } from '../../library/revisions/revisions.actions.ts';
import { mountTus } from '../../library/staged-uploads/tus-place.http.ts';
import { ensureVisitId } from '../visits/cookies.http.ts';
import {
  type Visit,
  accessDocumentInVisit,
  accessFolderInVisit,
  seesFolder,
  visitorKey,
} from '../visits/visits.access.ts';
import { openVisitScope, visitOf } from '../visits/visits.http.ts';
import { visitDocs, visitTusDocs } from './visits.docs.ts';
import { presentVisitDocument } from './visits.presenter.ts';
import {
  FinalizeBody,
  LinkDocumentParams,
  LinkFolderParams,
  LinkParams,
  MadeFolderSchema,
  MadeRevisionSchema,
  SubFolderBody,
  VisitDocumentSchema,
} from './visits.schema.ts';

export type VisitUploadDeps = WithSteps<FolderSteps & DocumentSteps & UploadSteps>;

const config = { public: true };

/** Uploads by visitors. */
export function visitUploadRoutes(scope: App, deps: VisitUploadDeps): void {
  openVisitScope(scope, deps, (inner) => {
    inner.addHook('onRequest', async (request, reply) => nameVisitor(deps, request, reply));
    mountTus(inner, deps, {
      path: '/link/:reference/uploads',
      isPublic: true,
      docs: visitTusDocs,
      pathParams: LinkParams.properties,
      targetOf: (request) => targetOf(deps, visitOf(request)),
      // Relative, so that the page sends the bytes to its own origin.
      locate: (request, identifier) => `/link/${visitOf(request).reference}/uploads/${identifier}`,
    });
    folderRoutes(inner, deps);
    revisionRoute(inner, deps);
  });
}

// Unfinished uploads are counted per browser. An unknown visitor gets an id with the first upload.
function nameVisitor(deps: Deps, request: FastifyRequest, reply: FastifyReply): void {
  const { via } = visitOf(request).actor;
  if (request.method !== 'POST' || via.kind !== 'visit' || via.visitor !== null) return;
  via.visitor = visitorKey(via.shareId, ensureVisitId(deps, request, reply));
}

// Uploads are started for the shared item, and finalized in or below it.
async function targetOf({ sql }: Deps, visit: Visit): Promise<UploadTarget> {
  const { folder, share } = visit;
  if (folder !== null) return { folderId: (await accessFolderInVisit(sql, visit, folder.folderId, 'Upload')).folderId };
  return { documentId: (await accessDocumentInVisit(sql, visit, share.documentId ?? 0, 'Edit')).documentId };
}

function folderRoutes(inner: App, deps: VisitUploadDeps): void {
  const params = LinkFolderParams;

  inner.post('/link/:reference/folders/:folderId/folders', {
    config,
    schema: {
      ...visitDocs.createVisitFolder,
      params,
      body: SubFolderBody,
      response: { 200: MadeFolderSchema, 201: MadeFolderSchema },
    },
    handler: async (request, reply) => {
      const { actor, folderId } = await accessUploadFolder(deps, request, request.params.folderId);
      // Browsers separate path segments by slashes.
      const FolderPath = request.body.FolderPath.replaceAll('/', '\\');
      const made = await createFolder(deps, actor, { folderId }, { FolderPath });
      return reply.code(made.isNew ? 201 : 200).send({ FolderId: made.folderId, FolderName: made.name });
    },
  });

  inner.post('/link/:reference/folders/:folderId/documents', {
    config,
    // Hashing a large content can take longer than the connection's idle timeout.
    onRequest: async (request) => void request.raw.setTimeout(0),
    schema: { ...visitDocs.createVisitDocument, params, body: FinalizeBody, response: { 201: VisitDocumentSchema } },
    handler: async (request, reply) => {
      const { visit, actor, folderId } = await accessUploadFolder(deps, request, request.params.folderId);
      const reference = { identifier: request.body.UploadId, currentSize: undefined };
      const document = await finalizeDocument(deps, actor, folderId, reference, visit.folder?.folderId);
      // For visitors who see no documents, a number in the name must not reveal that one existed.
      const shown = seesFolder(visit) ? document : { ...document, name: document.uploadName };
      return reply.code(201).send(presentVisitDocument(deps.config, visit, shown));
    },
  });
}

async function accessUploadFolder({ sql }: Deps, request: FastifyRequest, wantedId: number) {
  const visit = visitOf(request);
  const { folderId } = await accessFolderInVisit(sql, visit, wantedId, 'Upload');
  return { visit, actor: visit.actor, folderId };
}

function revisionRoute(inner: App, deps: VisitUploadDeps): void {
  const response = { 200: MadeRevisionSchema, 201: MadeRevisionSchema };

  inner.post('/link/:reference/documents/:documentId/revisions', {
    config,
    onRequest: async (request) => void request.raw.setTimeout(0),
    schema: { ...visitDocs.createVisitRevision, params: LinkDocumentParams, body: FinalizeBody, response },
    handler: async (request, reply) => {
      const visit = visitOf(request);
      const { documentId } = await accessDocumentInVisit(deps.sql, visit, request.params.documentId, 'Edit');
      const reference = { identifier: request.body.UploadId, currentSize: undefined };
      const { revisionNumber, isNew } = await finalizeRevision(deps, visit.actor, documentId, reference);
      return reply.code(isNew ? 201 : 200).send({ RevisionNumber: revisionNumber });
    },
  });
}
