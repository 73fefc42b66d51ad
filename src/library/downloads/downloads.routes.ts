import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { accessDocument } from '../tree/tree.access.ts';
import { DocumentParams } from '../tree/tree.schema.ts';
import { contentOf, sendContent } from './content.ts';
import { sendPreview } from './previews.ts';
import { recordingRefusals } from './refused-reads.ts';
import { documentDocs } from '../documents/documents.docs.ts';

/** Sends the content of documents as downloads and previews (docs/api/content.md). */
export function downloadRoutes(app: App, deps: Deps): void {
  const params = DocumentParams;

  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/documents/:documentId/content',
    schema: { ...documentDocs.getDocumentContent, params },
    handler: async (request, reply) => {
      const { documentId } = request.params;
      return recordingRefusals(deps, request, { documentId }, async () => {
        const document = await accessDocument(deps.sql, actorOf(request), documentId, 'View');
        return sendContent(deps, request, reply, contentOf(document));
      });
    },
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/documents/:documentId/preview',
    schema: { ...documentDocs.getDocumentPreview, params },
    handler: async (request, reply) => {
      const { documentId } = request.params;
      return recordingRefusals(deps, request, { documentId }, async () => {
        const document = await accessDocument(deps.sql, actorOf(request), documentId, 'View');
        return sendPreview(deps, request, reply, contentOf(document));
      });
    },
  });
}
