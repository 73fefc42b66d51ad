import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { accessDocument } from '../tree/tree.access.ts';
import { DocumentParams } from '../tree/tree.schema.ts';
import { answerThumbnail, recordingLargeRefusals } from './thumbnails.http.ts';
import { ThumbnailQuery } from './thumbnails.schema.ts';
import { documentDocs } from '../documents/documents.docs.ts';

/** Large thumbnails are recorded as reads (docs/api/thumbnails.md#recording). */
export function thumbnailRoutes(app: App, deps: Deps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/documents/:documentId/thumbnail',
    schema: {
      ...documentDocs.getDocumentThumbnail,
      params: DocumentParams,
      querystring: ThumbnailQuery,
    },
    handler: async (request, reply) => {
      const { documentId } = request.params;
      return recordingLargeRefusals(deps, request, { documentId, size: request.query.size }, async () => {
        const document = await accessDocument(deps.sql, actorOf(request), documentId, 'View');
        return answerThumbnail(deps, request, reply, document, request.query);
      });
    },
  });
}
