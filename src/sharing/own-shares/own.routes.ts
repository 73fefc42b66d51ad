import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { wantedId } from '../../platform/openapi/fields.ts';
import { actorOf } from '../../core/actor.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { notifyAgain, revokeOwnShare } from './own.actions.ts';
import { readChangeBody } from './own.body.ts';
import { changeShare } from './own.change.ts';
import { presentOwnShare } from './own.presenter.ts';
import { listOwnShares } from './own.queries.ts';
import { OwnShareParams, OwnShareSchema, SharingRulesSchema } from './own.schema.ts';
import { linkPartsOf } from '../shares/links.http.ts';
import { presentDocumentShare, presentFolderShare, shareState } from '../shares/shares.presenter.ts';
import {
  DocumentShareParams,
  DocumentShareSchema,
  FolderShareParams,
  FolderShareSchema,
  ShareChangeBody,
} from '../shares/shares.schema.ts';
import { ownShareDocs } from '../shares/shares.docs.ts';

/** The caller's own shares (docs/api/shares.md#own-shares), and changing them. */
export function ownShareRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.get('/api/users/me/shares', {
    schema: {
      ...ownShareDocs.listOwnShares,
      querystring: Type.Object({
        ...pageQuery,
        folderId: Type.Optional(wantedId('Only shares of this folder.')),
        documentId: Type.Optional(wantedId('Only shares of this document.')),
      }),
      response: { 200: Type.Array(OwnShareSchema) },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const page = readPage<[number]>(request.query, ['number']);
      const rows = await listOwnShares(deps.sql, actor, page, request.query);
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.shareId]);
      return kept.map((row) => presentOwnShare(linkPartsOf(request, deps), row, actor));
    },
  });

  app.delete('/api/users/me/shares/:shareId', {
    schema: { ...ownShareDocs.revokeOwnShare, params: OwnShareParams, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await revokeOwnShare(deps, actorOf(request), request.params.shareId);
      return reply.code(204).send(null);
    },
  });

  rulesRoute(app, deps);
  changeRoutes(app, deps);
  noticeRoutes(app, deps);
}

function rulesRoute(app: App, deps: Deps): void {
  app.get('/api/sharing-rules', {
    schema: { ...ownShareDocs.getSharingRules, response: { 200: SharingRulesSchema } },
    handler: async (request) => {
      const settings = await readSettings(deps.sql, actorOf(request).deploymentId);
      const { MaxLinkExpirationDays, PasswordPolicy, NewLinkExperience, DynamicBranding } = settings;
      const { MaxUploadBytes, MaxUploadDocuments } = settings;
      const AllowsTemplates = NewLinkExperience && DynamicBranding;
      const limits = { MaxLinkExpirationDays, MaxUploadBytes, MaxUploadDocuments };
      return { ...limits, PasswordPolicy, AllowsTemplates, IsChecked: settings.SharingAsAService };
    },
  });
}

function changeRoutes(app: App, deps: Deps): void {
  // null removes a term.
  const config = { keepAbsent: true, refuseUnknown: [FolderShareSchema, DocumentShareSchema] };

  app.patch('/api/folders/:folderId/shares/:shareId', {
    schema: {
      ...ownShareDocs.updateFolderShare,
      params: FolderShareParams,
      body: ShareChangeBody,
      response: { 200: FolderShareSchema },
    },
    config,
    preValidation: readChangeBody,
    handler: async (request, reply) => {
      const { params, body } = request;
      const shared = { kind: 'folder', id: params.folderId } as const;
      const { share, seesLink } = await changeShare(deps, actorOf(request), shared, params.shareId, body);
      reply.header('etag', shareState(share, seesLink).etag);
      return presentFolderShare(linkPartsOf(request, deps), share, seesLink);
    },
  });

  app.patch('/api/documents/:documentId/shares/:shareId', {
    schema: {
      ...ownShareDocs.updateDocumentShare,
      params: DocumentShareParams,
      body: ShareChangeBody,
      response: { 200: DocumentShareSchema },
    },
    config,
    preValidation: readChangeBody,
    handler: async (request, reply) => {
      const { params, body } = request;
      const shared = { kind: 'document', id: params.documentId } as const;
      const { share, seesLink } = await changeShare(deps, actorOf(request), shared, params.shareId, body);
      reply.header('etag', shareState(share, seesLink).etag);
      return presentDocumentShare(linkPartsOf(request, deps), share, seesLink);
    },
  });
}

function noticeRoutes(app: App, deps: Deps): void {
  const response = { 204: Type.Null() };

  app.post('/api/folders/:folderId/shares/:shareId/notify', {
    config: { creates: 'thing' },
    schema: { ...ownShareDocs.notifyFolderShareRecipients, params: FolderShareParams, response },
    handler: async (request, reply) => {
      const { folderId: id, shareId } = request.params;
      await notifyAgain(deps, actorOf(request), { kind: 'folder', id }, shareId);
      return reply.code(204).send(null);
    },
  });

  app.post('/api/documents/:documentId/shares/:shareId/notify', {
    config: { creates: 'thing' },
    schema: { ...ownShareDocs.notifyDocumentShareRecipients, params: DocumentShareParams, response },
    handler: async (request, reply) => {
      const { documentId: id, shareId } = request.params;
      await notifyAgain(deps, actorOf(request), { kind: 'document', id }, shareId);
      return reply.code(204).send(null);
    },
  });
}
