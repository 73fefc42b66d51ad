import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { forbidden } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { contentOf } from '../../library/downloads/content.ts';
import { recordingRefusals } from '../../library/downloads/refused-reads.ts';
import { answerPageImage, answerPages, recordingPageRefusals } from '../../library/renditions/pages.http.ts';
import { answerPlayback } from '../../library/renditions/playback.http.ts';
import { answerRendition } from '../../library/renditions/renditions.http.ts';
import { readEntries } from '../../library/renditions/entries.http.ts';
import {
  EntriesSchema,
  PageQuery,
  PagesSchema,
  RenditionQuery,
  pageNumber,
} from '../../library/renditions/renditions.schema.ts';
import { isLimited, recordDownload } from '../visits/downloads.ts';
import { accessDocumentInVisit } from '../visits/visits.access.ts';
import { renderingForLink } from '../visits/renderings.ts';
import { watermarkOf } from '../visits/watermark.ts';
import { openVisitScope, visitOf } from '../visits/visits.http.ts';
import { visitRenditionDocs } from './renditions.docs.ts';
import { LinkDocumentParams } from './visits.schema.ts';

const config = { public: true };
const LinkPageParams = Type.Object({ ...LinkDocumentParams.properties, page: pageNumber });

/** Documents in other forms, for viewers of visitors (docs/api/renditions.md). */
export function visitRenditionRoutes(scope: App, deps: Deps): void {
  openVisitScope(scope, deps, (inner) => {
    renditionRoute(inner, deps);
    playbackRoute(inner, deps);
    pageRoutes(inner, deps);
    entriesRoute(inner, deps);
  });
}

function renditionRoute(inner: App, deps: Deps): void {
  inner.route({
    method: ['GET', 'HEAD'],
    url: '/link/:reference/documents/:documentId/rendition',
    config,
    schema: {
      ...visitRenditionDocs.getVisitDocumentRendition,
      params: LinkDocumentParams,
      querystring: RenditionQuery,
    },
    handler: async (request, reply) => {
      const { documentId } = request.params;
      return recordingRefusals(deps, request, { documentId }, async () => {
        // A PDF has the text of the document, so it is for visitors who may download.
        const visit = visitOf(request);
        const document = await accessDocumentInVisit(deps.sql, visit, documentId, 'Download');
        const { name: contentName, hash, place } = contentOf(document);
        const record = (start: number) =>
          recordDownload(
            deps,
            { visit, content: `${documentId} ${hash}`, start, key: undefined },
            { ...place, contentName },
          );
        const wanted = isLimited(visit) ? { ...request.query, record } : request.query;
        return answerRendition(renderingForLink(deps, visit), request, reply, document, wanted);
      });
    },
  });
}

function playbackRoute(inner: App, deps: Deps): void {
  inner.route({
    method: ['GET', 'HEAD'],
    url: '/link/:reference/documents/:documentId/playback',
    config,
    schema: { ...visitRenditionDocs.getVisitDocumentPlayback, params: LinkDocumentParams },
    handler: async (request, reply) => {
      const { documentId } = request.params;
      return recordingRefusals(deps, request, { documentId }, async () => {
        const visit = visitOf(request);
        const document = await accessDocumentInVisit(deps.sql, visit, documentId, 'View');
        // Nobody who must see a watermark gets a video without one.
        if (watermarkOf(visit) !== null && (!visit.share.allowDownload || isLimited(visit)))
          throw forbidden('Video and audio cannot be played through a link with a watermark.');
        return answerPlayback(renderingForLink(deps, visit), request, reply, document);
      });
    },
  });
}

function pageRoutes(inner: App, deps: Deps): void {
  const { sql } = deps;
  inner.get('/link/:reference/documents/:documentId/pages', {
    config,
    schema: { ...visitRenditionDocs.getVisitDocumentPages, params: LinkDocumentParams, response: { 200: PagesSchema } },
    handler: async (request, reply) => {
      const visit = visitOf(request);
      const document = await accessDocumentInVisit(sql, visit, request.params.documentId, 'View');
      return answerPages(renderingForLink(deps, visit), request, reply, document);
    },
  });

  inner.route({
    method: ['GET', 'HEAD'],
    url: '/link/:reference/documents/:documentId/pages/:page/image',
    config,
    schema: {
      ...visitRenditionDocs.getVisitDocumentPageImage,
      params: LinkPageParams,
      querystring: PageQuery,
    },
    handler: async (request, reply) => {
      const { documentId, page } = request.params;
      const { width } = request.query;
      return recordingPageRefusals(deps, request, { documentId, width }, async () => {
        const visit = visitOf(request);
        const document = await accessDocumentInVisit(sql, visit, documentId, 'View');
        const wanted = { page, width, watermark: watermarkOf(visit) };
        return answerPageImage(renderingForLink(deps, visit), request, reply, document, wanted);
      });
    },
  });
}

function entriesRoute(inner: App, deps: Deps): void {
  inner.get('/link/:reference/documents/:documentId/entries', {
    config,
    schema: {
      ...visitRenditionDocs.getVisitDocumentEntries,
      params: LinkDocumentParams,
      response: { 200: EntriesSchema },
    },
    handler: async (request) => {
      const document = await accessDocumentInVisit(deps.sql, visitOf(request), request.params.documentId, 'View');
      return readEntries(deps, document);
    },
  });
}
