import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { type Kind, isRenderable, kindOf } from '../../platform/rendering/kinds.ts';
import { actorOf } from '../actor.ts';
import { accessDocument } from '../documents/documents.access.ts';
import { DocumentParams } from '../documents/documents.schema.ts';
import { defaultImage } from './default-images.ts';
import type { ThumbnailId } from './thumbnails.queries.ts';
import { readThumbnail } from './thumbnails.read.ts';
import { DEFAULT_SIZE, THUMBNAIL_RESPONSES, ThumbnailQuery } from './thumbnails.schema.ts';
import { sendForNow, sendPng } from './thumbnails.send.ts';
import { type StoredThumbnail, obtainThumbnail } from './thumbnails.steps.ts';

/** Somebody who looks at a list waits no longer; the picture is there when they look again. */
const WAIT_MS = 10_000;

/** Contract: GET /api/documents/{documentId}/thumbnail. Nothing of it is recorded as activity. */
export function thumbnailRoutes(app: App, deps: Deps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/documents/:documentId/thumbnail',
    config: { describe: { response: THUMBNAIL_RESPONSES } },
    schema: {
      tags: ['Documents'],
      summary: "Get a picture of a document's first page",
      params: DocumentParams,
      querystring: ThumbnailQuery,
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const { name, blobId } = await accessDocument(deps.sql, actor, request.params.documentId, 'Read');
      const { size = DEFAULT_SIZE, showNativeFormatAnnotations = false } = request.query;
      const kind = kindOf(name);
      if (!isRenderable(kind)) return sendDefault(request, reply, { kind, size });
      const isAnnotated = showNativeFormatAnnotations && kind === 'word';
      const id = { deploymentId: actor.deploymentId, blobId, kind, size, isAnnotated };
      const obtained = await obtainThumbnail(deps, id, WAIT_MS);
      if (obtained === null) return sendDefault(request, reply, id);
      if (obtained === 'later') return sendForNow(reply, (await defaultImage(kind, size)).png);
      return sendStored(deps, request, reply, id, obtained);
    },
  });
}

async function sendDefault(request: FastifyRequest, reply: FastifyReply, look: { kind: Kind; size: number }) {
  const { png, hash } = await defaultImage(look.kind, look.size);
  return sendPng(request, reply, { hash, bytes: png.length, read: async () => png });
}

async function sendStored(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  id: ThumbnailId,
  stored: StoredThumbnail,
): Promise<FastifyReply> {
  const sent = await sendPng(request, reply, { ...stored, read: () => readThumbnail(deps, id, stored) });
  if (sent !== null) return sent;
  reply.removeHeader('etag');
  return sendForNow(reply, (await defaultImage(id.kind, id.size)).png);
}
