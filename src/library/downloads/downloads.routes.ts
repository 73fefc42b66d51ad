import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { accessDocument } from '../tree/tree.access.ts';
import { DocumentParams } from '../tree/tree.schema.ts';
import { contentOf, sendContent } from './content.ts';
import { CONTENT_RESPONSES, PREVIEW_RESPONSES } from './downloads.schema.ts';
import { sendPreview } from './previews.ts';
import { recordingRefusals } from './refused-reads.ts';

/** Sends the content of documents as downloads and previews (docs/api/content.md). */
export function downloadRoutes(app: App, deps: Deps): void {
  const tags = ['Documents'];
  const params = DocumentParams;

  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/documents/:documentId/content',
    config: { describe: { response: CONTENT_RESPONSES } },
    schema: { tags, summary: "Download a document's content", params },
    handler: async (request, reply) => {
      const { documentId } = request.params;
      return recordingRefusals(deps, request, { documentId }, async () => {
        const document = await accessDocument(deps.sql, actorOf(request), documentId, 'Read');
        return sendContent(deps, request, reply, contentOf(document));
      });
    },
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/documents/:documentId/preview',
    config: { describe: { response: PREVIEW_RESPONSES } },
    schema: { tags, summary: "Look at a document's content in a browser", params },
    handler: async (request, reply) => {
      const { documentId } = request.params;
      return recordingRefusals(deps, request, { documentId }, async () => {
        const document = await accessDocument(deps.sql, actorOf(request), documentId, 'Read');
        return sendPreview(deps, request, reply, contentOf(document));
      });
    },
  });
}
