import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import type { ExtractionDeps } from '../../content/extraction/extraction.steps.ts';
import { recordingRefusals } from '../downloads/refused-reads.ts';
import { accessRevision } from '../revisions/revisions.access.ts';
import { RevisionParams } from '../revisions/revisions.schema.ts';
import { answerPageImage, answerPages, recordingPageRefusals } from './pages.http.ts';
import { answerPlayback } from './playback.http.ts';
import { revisionRenditionDocs } from './revision-renditions.docs.ts';
import { answerRendition } from './renditions.http.ts';
import { PageQuery, PagesSchema, RenditionQuery, TextSchema, pageNumber } from './renditions.schema.ts';
import { type ShownDocument, asRevision } from './shown-document.ts';
import { answerText } from './texts.http.ts';

const RevisionPageParams = Type.Object({ ...RevisionParams.properties, page: pageNumber });

/** Revisions in other forms, to compare them (docs/api/renditions.md#revisions). */
export function revisionRenditionRoutes(app: App, deps: ExtractionDeps): void {
  revisionPdfRoute(app, deps);
  revisionPlaybackRoute(app, deps);
  revisionPageRoutes(app, deps);
  app.get('/api/documents/:documentId/revisions/:revisionId/text', {
    schema: { ...revisionRenditionDocs.getRevisionText, params: RevisionParams, response: { 200: TextSchema } },
    handler: async (request, reply) => {
      return recordingRefusals(deps, request, request.params, async () => {
        return answerText(deps, request, reply, await shownRevision(deps, request, request.params));
      });
    },
  });
}

function revisionPdfRoute(app: App, deps: Deps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/documents/:documentId/revisions/:revisionId/rendition',
    schema: { ...revisionRenditionDocs.getRevisionRendition, params: RevisionParams, querystring: RenditionQuery },
    handler: async (request, reply) => {
      return recordingRefusals(deps, request, request.params, async () => {
        const shown = await shownRevision(deps, request, request.params);
        return answerRendition(deps, request, reply, shown, request.query);
      });
    },
  });
}

function revisionPlaybackRoute(app: App, deps: Deps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/documents/:documentId/revisions/:revisionId/playback',
    schema: { ...revisionRenditionDocs.getRevisionPlayback, params: RevisionParams },
    handler: async (request, reply) => {
      return recordingRefusals(deps, request, request.params, async () => {
        return answerPlayback(deps, request, reply, await shownRevision(deps, request, request.params));
      });
    },
  });
}

function revisionPageRoutes(app: App, deps: Deps): void {
  app.get('/api/documents/:documentId/revisions/:revisionId/pages', {
    schema: { ...revisionRenditionDocs.getRevisionPages, params: RevisionParams, response: { 200: PagesSchema } },
    handler: async (request, reply) => {
      return answerPages(deps, request, reply, await shownRevision(deps, request, request.params));
    },
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/documents/:documentId/revisions/:revisionId/pages/:page/image',
    schema: { ...revisionRenditionDocs.getRevisionPageImage, params: RevisionPageParams, querystring: PageQuery },
    handler: async (request, reply) => {
      const { documentId, page } = request.params;
      const { width } = request.query;
      return recordingPageRefusals(deps, request, { documentId, width }, async () => {
        const shown = await shownRevision(deps, request, request.params);
        return answerPageImage(deps, request, reply, shown, { page, width });
      });
    },
  });
}

async function shownRevision(
  deps: Deps,
  request: FastifyRequest,
  ids: { documentId: number; revisionId: number },
): Promise<ShownDocument> {
  const { document, revision } = await accessRevision(deps, actorOf(request), ids);
  return asRevision(document, revision);
}
