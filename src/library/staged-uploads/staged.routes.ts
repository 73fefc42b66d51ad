import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { type Block, releaseBlock } from '../../platform/blobs/blocks.ts';
import { assertRoom } from '../../platform/blobs/disk/reserve.ts';
import { missingParameter } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { sendEmpty } from '../../platform/http/files/empty-answer.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import type { UploadDeps } from '../../content/uploads/staged.steps.ts';
import { receivePiece } from '../../content/uploads/receive.ts';
import { accessUpload } from '../../content/uploads/staged.access.ts';
import { type StagedUpload, type UploadTarget, listUnfinished } from '../../content/uploads/staged.queries.ts';
import { appendPiece } from '../../content/uploads/append-piece.ts';
import { DocumentParams, FolderParams } from '../tree/tree.schema.ts';
import { dropUpload, stageUpload } from './staged.actions.ts';
import { presentUnfinished, presentUpload } from './staged.presenter.ts';
import { readOffset } from './tus.http.ts';
import { StageQuery, UnfinishedUploadSchema, UploadParams, UploadReferenceSchema } from './staged.schema.ts';
import { uploadDocs } from './uploads.docs.ts';

const response = { 200: UploadReferenceSchema };

/** Staged uploads (docs/api/uploads.md#staged-uploads). The routes that create documents and revisions finalize them. */
export function stagedUploadRoutes(app: App, deps: UploadDeps): void {
  stageRoutes(app, deps);
  portionRoutes(app, deps);

  app.head('/api/temp/:identifier', {
    config: { swagger: { exposeHeadRoute: true } },
    schema: {
      ...uploadDocs.getUploadOffset,
      params: UploadParams,
      response: { 200: Type.Null() },
    },
    handler: async (request, reply) => {
      const { size } = await accessUpload(deps.sql, actorOf(request), request.params.identifier);
      return sendEmpty(reply.headers({ 'upload-offset': size, 'cache-control': 'no-store' }));
    },
  });

  app.delete('/api/temp/:identifier', {
    schema: { ...uploadDocs.deleteUpload, params: UploadParams, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await dropUpload(deps, actorOf(request), request.params.identifier);
      return reply.code(204).send(null);
    },
  });

  // After HEAD, which would otherwise be derived from GET.
  listRoutes(app, deps);
}

// Both protocols create the same uploads, so one list has all of them.
function listRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.get('/api/uploads', {
    schema: {
      ...uploadDocs.listUploads,
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(UnfinishedUploadSchema) },
    },
    handler: async (request, reply) => {
      const page = readPage<[number]>(request.query, ['number']);
      const rows = await listUnfinished(deps.sql, actorOf(request), page);
      const kept = cutPage({ request, reply, baseUrl }, page, rows, ({ uploadId }) => [uploadId]);
      return kept.map((row) => presentUnfinished(baseUrl, row));
    },
  });

  app.get('/api/temp/:identifier', {
    schema: {
      ...uploadDocs.getUpload,
      params: UploadParams,
      response: { 200: UnfinishedUploadSchema },
    },
    handler: async (request) =>
      presentUnfinished(baseUrl, await accessUpload(deps.sql, actorOf(request), request.params.identifier)),
  });
}

function stageRoutes(app: App, deps: UploadDeps): void {
  const stage = async (request: FastifyRequest, target: UploadTarget, filename: string | undefined) => {
    if (filename === undefined) throw missingParameter('filename');
    const upload = await stageUpload(deps, actorOf(request), {
      target,
      fileName: filename,
      length: null,
      tusMetadata: null,
    });
    return presentUpload(deps.config.baseUrl, upload);
  };

  app.post('/api/folders/:folderId/temp', {
    config: { creates: 'thing' },
    schema: {
      ...uploadDocs.createDocumentUpload,
      params: FolderParams,
      querystring: StageQuery,
      response,
    },
    handler: async (request) => stage(request, { folderId: request.params.folderId }, request.query.filename),
  });

  app.post('/api/documents/:documentId/revisions/temp', {
    config: { creates: 'thing', part: 'revisions' },
    schema: {
      ...uploadDocs.createRevisionUpload,
      params: DocumentParams,
      querystring: StageQuery,
      response,
    },
    handler: async (request) => stage(request, { documentId: request.params.documentId }, request.query.filename),
  });
}

function portionRoutes(app: App, deps: Deps): void {
  void app.register(async (scope: App) => {
    takeAnyBody(scope);
    scope.patch('/api/temp/:identifier', {
      schema: {
        ...uploadDocs.appendToUpload,
        params: UploadParams,
        headers: Type.Object({
          'upload-offset': Type.Optional(
            Type.String({ description: 'Where the portion goes: makes it safe to repeat one whose answer was lost.' }),
          ),
        }),
        response,
      },
      handler: async (request, reply) => {
        const actor = actorOf(request);
        const { identifier } = request.params;
        const offset = readOffset(request);
        await assertRoom(deps.config);
        // Without an offset the portion continues at the size when it was sent: of two concurrent ones, one is refused.
        const looking = offset === undefined ? accessUpload(deps.sql, actor, identifier) : undefined;
        looking?.catch(() => {});
        const piece = await receivePiece(request.raw);
        const at = offset ?? offsetOf(await looking, piece);
        const upload = await appendPiece(deps, actor, identifier, { at, piece });
        return reply.header('upload-offset', upload.size).send(presentUpload(deps.config.baseUrl, upload));
      },
    });
  });
}

// Pieces of an upload with a known length can be lost in a crash (decision 0079): a client that does not say where a
// portion belongs would go on behind the gap.
function offsetOf(upload: StagedUpload | undefined, piece: Block): number {
  const { size = 0, length = null } = upload ?? {};
  if (length === null || size + piece.byteLength > length) return size;
  releaseBlock(piece);
  throw missingParameter('Upload-Offset');
}

// The handler reads a body of any media type. Fastify would refuse malformed types.
function takeAnyBody(scope: App): void {
  scope.addHook('onRequest', async ({ headers }) => void delete headers['content-type']);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}
