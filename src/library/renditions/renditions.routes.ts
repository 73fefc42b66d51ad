import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { recordingRefusals } from '../downloads/refused-reads.ts';
import { accessDocument } from '../tree/tree.access.ts';
import { DocumentParams } from '../tree/tree.schema.ts';
import { answerPageImage, answerPages, recordingPageRefusals } from './pages.http.ts';
import { answerPlayback } from './playback.http.ts';
import { renditionDocs } from './renditions.docs.ts';
import { answerRendition } from './renditions.http.ts';
import { readEntries } from './entries.http.ts';
import { EntriesSchema, PageParams, PageQuery, PagesSchema, RenditionQuery } from './renditions.schema.ts';

/** Documents in other forms, for viewers (docs/api/renditions.md). */
export function renditionRoutes(app: App, deps: Deps): void {
  pdfRoute(app, deps);
  playbackRoute(app, deps);
  pageRoutes(app, deps);
  app.get('/api/documents/:documentId/entries', {
    schema: { ...renditionDocs.getDocumentEntries, params: DocumentParams, response: { 200: EntriesSchema } },
    handler: async (request) => {
      const document = await accessDocument(deps.sql, actorOf(request), request.params.documentId, 'View');
      return readEntries(deps, document);
    },
  });
}

function pdfRoute(app: App, deps: Deps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/documents/:documentId/rendition',
    schema: { ...renditionDocs.getDocumentRendition, params: DocumentParams, querystring: RenditionQuery },
    handler: async (request, reply) => {
      const { documentId } = request.params;
      return recordingRefusals(deps, request, { documentId }, async () => {
        const document = await accessDocument(deps.sql, actorOf(request), documentId, 'View');
        return answerRendition(deps, request, reply, document, request.query);
      });
    },
  });
}

function playbackRoute(app: App, deps: Deps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/documents/:documentId/playback',
    schema: { ...renditionDocs.getDocumentPlayback, params: DocumentParams },
    handler: async (request, reply) => {
      const { documentId } = request.params;
      return recordingRefusals(deps, request, { documentId }, async () => {
        const document = await accessDocument(deps.sql, actorOf(request), documentId, 'View');
        return answerPlayback(deps, request, reply, document);
      });
    },
  });
}

function pageRoutes(app: App, deps: Deps): void {
  app.get('/api/documents/:documentId/pages', {
    schema: { ...renditionDocs.getDocumentPages, params: DocumentParams, response: { 200: PagesSchema } },
    handler: async (request, reply) => {
      const document = await accessDocument(deps.sql, actorOf(request), request.params.documentId, 'View');
      return answerPages(deps, request, reply, document);
    },
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/documents/:documentId/pages/:page/image',
    schema: { ...renditionDocs.getDocumentPageImage, params: PageParams, querystring: PageQuery },
    handler: async (request, reply) => {
      const { documentId, page } = request.params;
      const { width } = request.query;
      return recordingPageRefusals(deps, request, { documentId, width }, async () => {
        const document = await accessDocument(deps.sql, actorOf(request), documentId, 'View');
        return answerPageImage(deps, request, reply, document, { page, width });
      });
    },
  });
}
