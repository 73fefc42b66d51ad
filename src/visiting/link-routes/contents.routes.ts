import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { sendArchive } from '../../library/archives/archives.http.ts';
import { contentOf, sendContent } from '../../library/downloads/content.ts';
import { sendPreview } from '../../library/downloads/previews.ts';
import { recordingRefusals } from '../../library/downloads/refused-reads.ts';
import { answerThumbnail, recordingLargeRefusals } from '../../library/thumbnails/thumbnails.http.ts';
import { ThumbnailQuery } from '../../library/thumbnails/thumbnails.schema.ts';
import { type EntryKey, keyOf, listEntries } from './listing.ts';
import { accessDocumentInVisit, accessFolderInVisit, allowedTo } from '../visits/visits.access.ts';
import { admitDownload, isLimited, recordDownload } from '../visits/downloads.ts';
import { renderingForLink } from '../visits/renderings.ts';
import { watermarkOf } from '../visits/watermark.ts';
import { openVisitScope, visitOf } from '../visits/visits.http.ts';
import { visitDocs } from './visits.docs.ts';
import { presentVisitDocument, presentVisitFolder } from './visits.presenter.ts';
import { countDocumentsIn, findNames, measureTree } from '../visits/visits.queries.ts';
import {
  LinkDocumentParams,
  LinkFolderParams,
  RecipientQuery,
  TreeSizeSchema,
  VisitContentQuery,
  VisitDocumentSchema,
  VisitFolderSchema,
} from './visits.schema.ts';

const config = { public: true };

/** Viewing and downloading by visitors. */
export function visitContentRoutes(scope: App, deps: Deps): void {
  openVisitScope(scope, deps, (inner) => {
    folderRoutes(inner, deps);
    archiveRoutes(inner, deps);
    documentRoutes(inner, deps);
    contentRoutes(inner, deps);
  });
}

function folderRoutes(inner: App, deps: Deps): void {
  const { sql } = deps;
  inner.get('/link/:reference/folders/:folderId', {
    config,
    schema: {
      ...visitDocs.getVisitFolder,
      params: LinkFolderParams,
      querystring: Type.Object(pageQuery),
      response: { 200: VisitFolderSchema },
    },
    handler: async (request, reply) => {
      const visit = visitOf(request);
      const page = readPage<EntryKey>(request.query, ['number', 'string', 'number']);
      const folder = await accessFolderInVisit(sql, visit, request.params.folderId, 'View', 'Upload');
      const mayView = allowedTo(visit, folder.rights).View;
      const rows = await listEntries(sql, visit, folder, page, mayView);
      const entries = cutPage({ request, reply, baseUrl: deps.config.webUrl }, page, rows, keyOf);
      const below = entries.flatMap((entry) => ('folder' in entry ? [entry.folder.folderId] : []));
      const [path, counts] = await Promise.all([
        findNames(sql, visit.actor, folder.path.slice(folder.path.indexOf(visit.folder?.folderId ?? 0))),
        mayView ? countDocumentsIn(sql, visit.actor, folder, below) : null,
      ]);
      return presentVisitFolder(deps.config, visit, folder, { path, entries, counts });
    },
  });
}

function archiveRoutes(inner: App, deps: Deps): void {
  inner.get('/link/:reference/folders/:folderId/size', {
    config,
    schema: { ...visitDocs.getVisitFolderSize, params: LinkFolderParams, response: { 200: TreeSizeSchema } },
    handler: async (request) => {
      const visit = visitOf(request);
      const { folderId } = await accessFolderInVisit(deps.sql, visit, request.params.folderId, 'View');
      const { documents, bytes } = await measureTree(deps.sql, visit.actor, folderId);
      return { Documents: documents, Bytes: bytes };
    },
  });

  inner.route({
    method: ['GET', 'HEAD'],
    url: '/link/:reference/folders/:folderId/zip',
    config,
    schema: { ...visitDocs.getVisitFolderArchive, params: LinkFolderParams, querystring: RecipientQuery },
    handler: async (request, reply) => {
      const { folderId } = request.params;
      const visit = visitOf(request);
      await recordingRefusals(deps, request, { folderId }, () =>
        accessFolderInVisit(deps.sql, visit, folderId, 'Download'),
      );
      const { recipient: key } = request.query;
      const admit = (start: number, etag: string) =>
        recordingRefusals(deps, request, { folderId }, () =>
          admitDownload(deps, { visit, content: `archive ${folderId} ${etag}`, start, key }),
        );
      const asked = { folderIds: [folderId], documentIds: [] };
      return sendArchive(deps, request, reply, { asked, nameOf: ({ topFolder }) => `${topFolder}.zip`, admit });
    },
  });
}

function documentRoutes(inner: App, deps: Deps): void {
  const { sql } = deps;
  const params = LinkDocumentParams;

  inner.get('/link/:reference/documents/:documentId', {
    config,
    schema: { ...visitDocs.getVisitDocument, params, response: { 200: VisitDocumentSchema } },
    handler: async (request) => {
      const visit = visitOf(request);
      const document = await accessDocumentInVisit(sql, visit, request.params.documentId, 'View');
      return presentVisitDocument(deps.config, visit, document);
    },
  });
}

function contentRoutes(inner: App, deps: Deps): void {
  const { sql } = deps;
  const params = LinkDocumentParams;

  inner.route({
    method: ['GET', 'HEAD'],
    url: '/link/:reference/documents/:documentId/content',
    config,
    schema: { ...visitDocs.getVisitDocumentContent, params, querystring: VisitContentQuery },
    handler: async (request, reply) => {
      const { documentId } = request.params;
      const { download: isDownload = false, recipient: key } = request.query;
      const visit = visitOf(request);
      return recordingRefusals(deps, request, { documentId }, async () => {
        // A visitor who can display the bytes can keep them (docs/api/links.md#viewing-only).
        const content = contentOf(await accessDocumentInVisit(sql, visit, documentId, 'Download'));
        const { name: contentName, hash, place } = content;
        const record = (start: number) =>
          recordDownload(deps, { visit, content: `${documentId} ${hash}`, start, key }, { ...place, contentName });
        if (isDownload) return sendContent(deps, request, reply, { ...content, record });
        const preview = { ...content, readAs: 'DocumentViewed' as const };
        return sendPreview(deps, request, reply, isLimited(visit) ? { ...preview, record } : preview);
      });
    },
  });

  inner.route({
    method: ['GET', 'HEAD'],
    url: '/link/:reference/documents/:documentId/thumbnail',
    config,
    schema: { ...visitDocs.getVisitDocumentThumbnail, params, querystring: ThumbnailQuery },
    handler: async (request, reply) => {
      const { documentId } = request.params;
      return recordingLargeRefusals(deps, request, { documentId, size: request.query.size }, async () => {
        const visit = visitOf(request);
        const document = await accessDocumentInVisit(sql, visit, documentId, 'View');
        const wanted = { ...request.query, watermark: watermarkOf(visit) };
        return answerThumbnail(renderingForLink(deps, visit), request, reply, document, wanted);
      });
    },
  });
}
