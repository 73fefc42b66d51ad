import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { isCurrent } from '../../platform/http/files/entity-tag.ts';
import { sendEmpty } from '../../platform/http/files/empty-answer.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { DocumentParams, FolderParams } from '../../library/tree/tree.schema.ts';
import { linkPartsOf } from './links.http.ts';
import { accessShare, accessShareList, maySeeLink } from './shares.access.ts';
import { revokeShare } from './shares.actions.ts';
import { presentDocumentShare, presentFolderShare, shareState } from './shares.presenter.ts';
import { type Shared, listShares } from './shares.queries.ts';
import { DocumentShareParams, DocumentShareSchema, FolderShareParams, FolderShareSchema } from './shares.schema.ts';
import { shareAliasDocs, shareDocs } from './shares.docs.ts';
import { alias } from '../../platform/openapi/operations.ts';

const querystring = Type.Object(pageQuery);
const revoked = { 204: Type.Null() };
// Clients build the first form; Links.Self is the second.
const FORMS = [
  ['share', shareAliasDocs],
  ['shares', shareDocs],
] as const;

/** The shares of a folder or document, and revoking them (docs/api/shares.md#operations). */
export function shareRoutes(app: App, deps: Deps): void {
  for (const [form, docs] of FORMS) {
    folderShareRoutes(app, deps, `/api/folders/:folderId/${form}`, docs);
    documentShareRoutes(app, deps, `/api/documents/:documentId/${form}`, docs);
  }
  app.delete('/api/documents/:documentId/:shareId', {
    schema: {
      ...alias(shareDocs.revokeDocumentShare, 'revokeDocumentShareByShortPath'),
      params: DocumentShareParams,
      response: revoked,
    },
    handler: async (request, reply) => revoke(deps, request, reply, documentOf(request.params), request.params.shareId),
  });
}

function folderShareRoutes(app: App, deps: Deps, url: string, docs: typeof shareDocs): void {
  app.get(url, {
    schema: {
      ...docs.listFolderShares,
      params: FolderParams,
      querystring,
      response: { 200: Type.Array(FolderShareSchema) },
    },
    handler: async (request, reply) => {
      const shown = await listPage(deps, request, reply, folderOf(request.params));
      return shown.map(({ share, seesLink }) => presentFolderShare(linkPartsOf(request, deps), share, seesLink));
    },
  });

  app.get(`${url}/:shareId`, {
    schema: {
      ...docs.getFolderShare,
      params: FolderShareParams,
      response: { 200: FolderShareSchema },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const { share, item } = await accessShare(
        deps.sql,
        actor,
        { ...request.params, shared: folderOf(request.params) },
        'View',
      );
      const seesLink = maySeeLink(actor, item, share);
      if (isCurrent(request, reply, shareState(share, seesLink))) return sendEmpty(reply);
      return presentFolderShare(linkPartsOf(request, deps), share, seesLink);
    },
  });

  app.delete(`${url}/:shareId`, {
    schema: { ...docs.revokeFolderShare, params: FolderShareParams, response: revoked },
    handler: async (request, reply) => revoke(deps, request, reply, folderOf(request.params), request.params.shareId),
  });
}

function documentShareRoutes(app: App, deps: Deps, url: string, docs: typeof shareDocs): void {
  app.get(url, {
    schema: {
      ...docs.listDocumentShares,
      params: DocumentParams,
      querystring,
      response: { 200: Type.Array(DocumentShareSchema) },
    },
    handler: async (request, reply) => {
      const shown = await listPage(deps, request, reply, documentOf(request.params));
      return shown.map(({ share, seesLink }) => presentDocumentShare(linkPartsOf(request, deps), share, seesLink));
    },
  });

  app.get(`${url}/:shareId`, {
    schema: {
      ...docs.getDocumentShare,
      params: DocumentShareParams,
      response: { 200: DocumentShareSchema },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const { share, item } = await accessShare(
        deps.sql,
        actor,
        { ...request.params, shared: documentOf(request.params) },
        'View',
      );
      const seesLink = maySeeLink(actor, item, share);
      if (isCurrent(request, reply, shareState(share, seesLink))) return sendEmpty(reply);
      return presentDocumentShare(linkPartsOf(request, deps), share, seesLink);
    },
  });

  app.delete(`${url}/:shareId`, {
    schema: { ...docs.revokeDocumentShare, params: DocumentShareParams, response: revoked },
    handler: async (request, reply) => revoke(deps, request, reply, documentOf(request.params), request.params.shareId),
  });
}

function folderOf(params: { folderId: number }): Shared {
  return { kind: 'folder', id: params.folderId };
}

function documentOf(params: { documentId: number }): Shared {
  return { kind: 'document', id: params.documentId };
}

async function listPage(deps: Deps, request: FastifyRequest, reply: FastifyReply, shared: Shared) {
  const actor = actorOf(request);
  const page = readPage<[number]>(request.query as { top?: number; after?: string }, ['number']);
  const { item, createdBy } = await accessShareList(deps.sql, actor, shared);
  const rows = await listShares(deps.sql, actor, shared, createdBy, page);
  const shares = cutPage({ request, reply, baseUrl: deps.config.baseUrl }, page, rows, (row) => [row.shareId]);
  return shares.map((share) => ({ share, seesLink: maySeeLink(actor, item, share) }));
}

async function revoke(deps: Deps, request: FastifyRequest, reply: FastifyReply, item: Shared, shareId: number) {
  await revokeShare(deps, actorOf(request), item, shareId);
  return reply.code(204).send(null);
}
