/** Uploads by the tus protocol (tus.io) at different places of the API. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { assertRoom } from '../../platform/blobs/disk/reserve.ts';
import { Problem, invalidParameter, missingParameter, tooLarge } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { sendEmpty } from '../../platform/http/files/empty-answer.ts';
import { assertEmpty } from '../../platform/http/request/parsers.ts';
import { actorOf } from '../../core/actor.ts';
import type { UploadDeps } from '../../content/uploads/staged.steps.ts';
import { receiveBlocks } from '../../content/uploads/receive-blocks.ts';
import { announcedBytes } from '../../content/uploads/receive.ts';
import { accessUpload, atOffset } from '../../content/uploads/staged.access.ts';
import type { StagedUpload, UploadTarget } from '../../content/uploads/staged.queries.ts';
import { dropUpload, stageUpload } from './staged.actions.ts';
import { UploadParams } from './staged.schema.ts';
import {
  type Metadata,
  TUS_EXTENSIONS,
  TUS_PIECE_TYPE,
  TUS_VERSION,
  assertNotConcatenated,
  nameTusVersion,
  formatMetadata,
  progressHeaders,
  readFileName,
  readLength,
  readMetadata,
  readOffset,
  requireTusVersion,
} from './tus.http.ts';
import type { TusDocs } from './uploads.docs.ts';

const response = { 204: Type.Null() };

/** A place for tus uploads. It determines the actor of each request and the uploads that can start there. */
export type TusPlace = {
  path: string;
  /** The routes are for people without an account. */
  isPublic: boolean;
  docs: TusDocs;
  /** Parameters in `path`. */
  pathParams: Type.TProperties;
  /** The target of an upload; throws if the caller may not start one. */
  targetOf: (request: FastifyRequest, metadata: Metadata) => UploadTarget | Promise<UploadTarget>;
  /** The URL of an upload. */
  locate: (request: FastifyRequest, identifier: string) => string;
};

/** Registers the routes of a place: start an upload, query its offset, append to it, and delete it. */
export function mountTus(app: App, deps: UploadDeps, place: TusPlace): void {
  void app.register(async (scope: App) => {
    scope.addHook('onRequest', requireTusVersion);
    scope.addHook('onSend', nameTusVersion);
    discoveryRoutes(scope, deps, place);
    creationRoute(scope, deps, place);
    uploadRoutes(scope, deps, place);
    pieceRoute(scope, deps, place);
  });
}

const uploadParams = (pathParams: Type.TProperties) =>
  Type.Unsafe<{ identifier: string }>(Type.Object({ ...pathParams, ...UploadParams.properties }));

function discoveryRoutes(scope: App, deps: Deps, { path, docs, pathParams }: TusPlace): void {
  for (const [url, described] of [
    [path, { ...docs.getOptions, params: Type.Object(pathParams) }],
    [`${path}/:identifier`, { ...docs.getUploadOptions, params: uploadParams(pathParams) }],
  ] as const) {
    scope.options(url, {
      // A protocol request lacks the preflight headers of a browser's; the answer serves both.
      config: { public: true, cors: { strictPreflight: false, preflightContinue: true } },
      schema: { ...described, response },
      handler: async (_request, reply) => {
        const maxSize = deps.config.maxDocumentBytes;
        reply.headers({ 'tus-version': TUS_VERSION, 'tus-extension': TUS_EXTENSIONS, 'tus-max-size': maxSize });
        return reply.code(204).send(null);
      },
    });
  }
}

function creationRoute(scope: App, deps: UploadDeps, place: TusPlace): void {
  void scope.register(async (inner: App) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser(TUS_PIECE_TYPE, (_request, _payload, done) => done(null));
    inner.addContentTypeParser('*', async (_request: unknown, payload: Readable) =>
      assertEmpty(payload, `Send the content as ${TUS_PIECE_TYPE}, or no body.`),
    );
    inner.post(place.path, {
      config: { creates: 'thing', public: place.isPublic },
      schema: {
        ...place.docs.create,
        params: Type.Object(place.pathParams),
        headers: Type.Object({
          'upload-length': Type.Optional(Type.String({ description: 'Required: size of the whole upload in bytes.' })),
          'upload-metadata': Type.Optional(
            Type.String({
              description:
                'Required: `filename`, and `folderId` or `documentId`, each followed by its value in Base64.',
            }),
          ),
        }),
        response: { 201: Type.Null() },
      },
      handler: async (request, reply) => create(deps, place, request, reply),
    });
  });
}

async function create(deps: UploadDeps, { targetOf, locate }: TusPlace, request: FastifyRequest, reply: FastifyReply) {
  assertNotConcatenated(request);
  assertRepeatable(request);
  const metadata = readMetadata(request);
  const fileName = readFileName(metadata);
  const length = readLength(request);
  if ((announcedBytes(request.raw) ?? 0) > length) throw longerThan(length);
  const target = await targetOf(request, metadata);
  const wanted = { fileName, target, length, tusMetadata: metadata.text };
  const upload = await stageUpload(deps, actorOf(request), wanted);
  const size = await receiveFirst(deps, request, upload.identifier);
  const location = locate(request, upload.identifier);
  return sendEmpty(reply.code(201).headers({ location, ...progressHeaders({ ...upload, size }) }));
}

// The content is appended in other transactions than the one that stores the answer.
function assertRepeatable(request: FastifyRequest): void {
  if (actorOf(request).once === undefined || !hasContent(request)) return;
  throw invalidParameter(
    'Idempotency-Key',
    'With an Idempotency-Key, send the content by PATCH and not with the creation.',
  );
}

function hasContent({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase().startsWith(TUS_PIECE_TYPE) === true;
}

// A client that gets a refusal never learns the upload's URL, so nothing of it is kept.
async function receiveFirst(deps: UploadDeps, request: FastifyRequest, identifier: string): Promise<number> {
  if (!hasContent(request)) return 0;
  const actor = actorOf(request);
  try {
    return await receiveBlocks(deps, actor, identifier, { at: 0, activeAt: actor.now, body: request.raw });
  } catch (error) {
    await dropUpload(deps, actor, identifier);
    throw error;
  }
}

function uploadRoutes(scope: App, deps: Deps, { path, isPublic, docs, pathParams }: TusPlace): void {
  const params = uploadParams(pathParams);
  const config = { public: isPublic };
  scope.head(`${path}/:identifier`, {
    config: { ...config, swagger: { exposeHeadRoute: true } },
    schema: { ...docs.getOffset, params, response: { 200: Type.Null() } },
    handler: async (request, reply) => {
      const upload = await accessUpload(deps.sql, actorOf(request), request.params.identifier);
      const length = upload.length === null ? { 'upload-defer-length': '1' } : { 'upload-length': upload.length };
      const metadata = { 'upload-metadata': formatMetadata(upload) };
      return sendEmpty(
        reply.headers({ ...progressHeaders(upload), ...length, ...metadata, 'cache-control': 'no-store' }),
      );
    },
  });

  scope.delete(`${path}/:identifier`, {
    config,
    schema: { ...docs.delete, params, response },
    handler: async (request, reply) => {
      await dropUpload(deps, actorOf(request), request.params.identifier);
      return reply.code(204).send(null);
    },
  });
}

function pieceRoute(scope: App, deps: UploadDeps, { path, isPublic, docs, pathParams }: TusPlace): void {
  void scope.register(async (inner: App) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser(TUS_PIECE_TYPE, (_request, _payload, done) => done(null));
    inner.patch(`${path}/:identifier`, {
      config: { public: isPublic },
      schema: {
        ...docs.append,
        params: uploadParams(pathParams),
        headers: Type.Object({
          'upload-offset': Type.Optional(Type.String({ description: 'Required: where the body goes, in bytes.' })),
        }),
        response,
      },
      handler: async (request, reply) => append(deps, request, reply, request.params.identifier),
    });
  });
}

async function append(deps: UploadDeps, request: FastifyRequest, reply: FastifyReply, identifier: string) {
  const actor = actorOf(request);
  const at = readOffset(request);
  if (at === undefined) throw missingParameter('Upload-Offset');
  if (request.headers['content-type'] === undefined) {
    throw new Problem('/unsupported_media_type', `Send the content as ${TUS_PIECE_TYPE}.`);
  }
  const upload = await accessUpload(deps.sql, actor, identifier);
  assertFits(upload, at, announcedBytes(request.raw) ?? 0);
  await assertRoom(deps.config);
  const activeAt = new Date(upload.activeAt);
  const size = await receiveBlocks(deps, actor, identifier, { at, activeAt, body: request.raw });
  return reply
    .code(204)
    .headers(progressHeaders({ ...upload, size }))
    .send(null);
}

// Before the content is received, so that clients do not send gigabytes in vain.
function assertFits({ size, length }: StagedUpload, at: number, bytes: number): void {
  if (at !== size) throw atOffset(size, `The upload goes on at ${size}, not at ${at}.`);
  if (length !== null && at + bytes > length) throw longerThan(length);
}

function longerThan(length: number): Problem {
  return tooLarge(`The content is longer than the ${length} bytes of its Upload-Length.`);
}
