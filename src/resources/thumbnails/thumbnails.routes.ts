import type { Deps } from '../../deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../actor.ts';
import { accessDocument } from '../documents/documents.access.ts';
import { DocumentParams } from '../documents/documents.schema.ts';
import { answerThumbnail } from './thumbnails.answer.ts';
import { THUMBNAIL_RESPONSES, ThumbnailQuery } from './thumbnails.schema.ts';

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
      return answerThumbnail(deps, request, reply, { deploymentId: actor.deploymentId, name, blobId }, request.query);
    },
  });
}
