import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { Problem, missingParameter, tooLarge } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { sendNothing } from '../../platform/http/nothing.ts';
import { actorOf } from '../actor.ts';
import { receiveBlocks } from './receive-blocks.ts';
import { announcedBytes } from './receive.ts';
import { accessUpload, atOffset } from './staged.access.ts';
import { dropUpload, stageUpload } from './staged.actions.ts';
import type { StagedUpload } from './staged.queries.ts';
import { UploadParams } from './staged.schema.ts';
import {
  TUS_EXTENSIONS,
  TUS_PIECE_TYPE,
  TUS_VERSION,
  nameTusVersion,
  printMetadata,
  progressHeaders,
  readLength,
  readMetadata,
  readOffset,
  requireTusVersion,
} from './tus.protocol.ts';

const tags = ['Uploads'];
const params = UploadParams;
const response = { 204: Type.Null() };

/** Staged uploads by the tus protocol (tus.io): another way to the same uploads, with portions of any size. */
export function tusRoutes(app: App, deps: Deps): void {
  void app.register(async (scope: App) => {
    scope.addHook('onRequest', requireTusVersion);
    scope.addHook('onSend', nameTusVersion);
    discoveryRoutes(scope, deps);
    creationRoute(scope, deps);
    uploadRoutes(scope, deps);
    pieceRoute(scope, deps);
  });
}

function discoveryRoutes(scope: App, deps: Deps): void {
  for (const url of ['/api/uploads', '/api/uploads/:identifier']) {
    scope.options(url, {
      // A question of the protocol's comes without the headers of a browser's; the answer serves both.
      config: { public: true, cors: { strictPreflight: false, preflightContinue: true } },
      schema: { tags, summary: 'Ask what of tus is supported', response },
      handler: async (_request, reply) => {
        const maxSize = deps.config.maxDocumentBytes;
        reply.headers({ 'tus-version': TUS_VERSION, 'tus-extension': TUS_EXTENSIONS, 'tus-max-size': maxSize });
        return reply.code(204).send(null);
      },
    });
  }
}

function creationRoute(scope: App, deps: Deps): void {
  scope.post('/api/uploads', {
    schema: {
      tags,
      summary: 'Begin an upload by tus',
      headers: Type.Object({
        'upload-length': Type.Optional(Type.String({ description: 'Bytes. Required.' })),
        'upload-metadata': Type.Optional(
          Type.String({
            description: 'Required: `filename`, and `folderId` or `documentId`, each followed by its base64.',
          }),
        ),
      }),
      response: { 201: Type.Null({ description: 'The last part of `Location` is the Identifier of the upload.' }) },
    },
    handler: async (request, reply) => {
      const wanted = { ...readMetadata(request), length: readLength(request) };
      const upload = await stageUpload(deps, actorOf(request), wanted);
      const location = `${deps.config.baseUrl}/api/uploads/${upload.identifier}`;
      return sendNothing(reply.code(201).headers({ location, ...progressHeaders(upload) }));
    },
  });
}

function uploadRoutes(scope: App, deps: Deps): void {
  scope.head('/api/uploads/:identifier', {
    schema: { tags, summary: 'Ask how much of an upload is stored', params, response: { 200: Type.Null() } },
    handler: async (request, reply) => {
      const upload = await accessUpload(deps.sql, actorOf(request), request.params.identifier);
      const length = upload.length === null ? { 'upload-defer-length': '1' } : { 'upload-length': upload.length };
      const metadata = { 'upload-metadata': printMetadata(upload) };
      return sendNothing(
        reply.headers({ ...progressHeaders(upload), ...length, ...metadata, 'cache-control': 'no-store' }),
      );
    },
  });

  scope.delete('/api/uploads/:identifier', {
    schema: { tags, summary: 'Give an upload up', params, response },
    handler: async (request, reply) => {
      await dropUpload(deps, actorOf(request), request.params.identifier);
      return reply.code(204).send(null);
    },
  });
}

function pieceRoute(scope: App, deps: Deps): void {
  void scope.register(async (inner: App) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser(TUS_PIECE_TYPE, (_request, _payload, done) => done(null));
    inner.patch('/api/uploads/:identifier', {
      config: { describe: { body: Type.String({ format: 'binary', description: 'Any number of bytes.' }) } },
      schema: {
        tags,
        summary: 'Append to an upload',
        consumes: [TUS_PIECE_TYPE],
        params,
        headers: Type.Object({ 'upload-offset': Type.Optional(Type.String({ description: 'Required.' })) }),
        response,
      },
      handler: async (request, reply) => append(deps, request, reply, request.params.identifier),
    });
  });
}

async function append(deps: Deps, request: FastifyRequest, reply: FastifyReply, identifier: string) {
  const actor = actorOf(request);
  const at = readOffset(request);
  if (at === undefined) throw missingParameter('Upload-Offset');
  if (request.headers['content-type'] === undefined) {
    throw new Problem('/unsupported_media_type', `Send the content as ${TUS_PIECE_TYPE}.`);
  }
  const upload = await accessUpload(deps.sql, actor, identifier);
  assertFits(upload, at, announcedBytes(request.raw) ?? 0);
  const size = await receiveBlocks(deps, actor, identifier, { at, body: request.raw });
  return reply
    .code(204)
    .headers(progressHeaders({ ...upload, size }))
    .send(null);
}

// Before the content is received, so that nobody sends gigabytes for a refusal.
function assertFits({ size, length }: StagedUpload, at: number, bytes: number): void {
  if (at !== size) throw atOffset(size, `The upload goes on at ${size}, not at ${at}.`);
  if (length !== null && at + bytes > length) throw tooLarge(`The upload was announced with ${length} bytes.`);
}
