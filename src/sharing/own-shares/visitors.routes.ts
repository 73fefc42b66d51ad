import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { accessShare } from '../shares/shares.access.ts';
import { linkPartsOf } from '../shares/links.http.ts';
import { ownShareDocs } from '../shares/shares.docs.ts';
import type { Shared } from '../shares/shares.queries.ts';
import { DocumentShareParams, FolderShareParams } from '../shares/shares.schema.ts';
import { presentOwnShare, presentUsage } from './own.presenter.ts';
import { findOwnShare, listVisitors } from './own.queries.ts';
import { OwnShareParams, OwnShareSchema, ShareVisitorSchema } from './own.schema.ts';

const querystring = Type.Object(pageQuery);
const response = { 200: Type.Array(ShareVisitorSchema) };

/** One share of the caller, and who opened it (docs/api/shares.md#visitors). */
export function shareVisitorRoutes(app: App, deps: Deps): void {
  app.get('/api/users/me/shares/:shareId', {
    schema: { ...ownShareDocs.getOwnShare, params: OwnShareParams, response: { 200: OwnShareSchema } },
    handler: async (request) => {
      const actor = actorOf(request);
      const share = await findOwnShare(deps.sql, actor, request.params.shareId);
      if (share === undefined) throw notFound('share');
      return presentOwnShare(linkPartsOf(request, deps), share, actor);
    },
  });

  app.get('/api/folders/:folderId/shares/:shareId/visitors', {
    schema: { ...ownShareDocs.listFolderShareVisitors, params: FolderShareParams, querystring, response },
    handler: async (request, reply) => {
      const { folderId: id, shareId } = request.params;
      return listPage(deps, request, reply, { shared: { kind: 'folder', id }, shareId });
    },
  });

  app.get('/api/documents/:documentId/shares/:shareId/visitors', {
    schema: { ...ownShareDocs.listDocumentShareVisitors, params: DocumentShareParams, querystring, response },
    handler: async (request, reply) => {
      const { documentId: id, shareId } = request.params;
      return listPage(deps, request, reply, { shared: { kind: 'document', id }, shareId });
    },
  });
}

async function listPage(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  target: { shared: Shared; shareId: number },
) {
  const actor = actorOf(request);
  const page = readPage<[number]>(request.query as { top?: number; after?: string }, ['number']);
  await accessShare(deps.sql, actor, target, 'ViewRecipients');
  const rows = await listVisitors(deps.sql, actor, target.shareId, page);
  const kept = cutPage({ request, reply, baseUrl: deps.config.baseUrl }, page, rows, (row) => [row.recipientId]);
  return kept.map(({ email, hasJoined, ...usage }) => ({
    Recipient: email,
    HasJoined: hasJoined,
    ...presentUsage(usage),
  }));
}
