import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { DocumentParams, FolderParams, LibraryParams } from '../../library/tree/tree.schema.ts';
import { linkPartsOf } from '../shares/links.http.ts';
import { presentDocumentShare, presentFolderShare } from '../shares/shares.presenter.ts';
import { KNOWN_IN_SHARES } from '../shares/shares.schema.ts';
import { withoutUnused } from '../shares/unused.ts';
import { giveAccess } from './invitations.actions.ts';
import { invitationDocs } from './invitations.docs.ts';
import { presentGiven } from './invitations.presenter.ts';
import {
  DocumentAccessBody,
  DocumentAccessGivenSchema,
  FolderAccessBody,
  FolderAccessGivenSchema,
  LibraryAccessBody,
  LibraryAccessGivenSchema,
} from './invitations.schema.ts';

const refuseUnknown = [Type.Object({ Link: Type.Union(KNOWN_IN_SHARES) })];

/** Giving people access (docs/api/permissions.md#giving-access). */
export function invitationRoutes(app: App, deps: Deps): void {
  libraryRoute(app, deps);
  folderRoute(app, deps);
  documentRoute(app, deps);
}

function libraryRoute(app: App, deps: Deps): void {
  app.post('/api/libraries/:libraryId/access', {
    schema: {
      ...invitationDocs.giveLibraryAccess,
      params: LibraryParams,
      body: LibraryAccessBody,
      response: { 200: LibraryAccessGivenSchema },
    },
    config: { part: 'permissions', creates: 'thing', refuseUnknown: [] },
    handler: async (request) => {
      const object = { kind: 'library', id: request.params.libraryId } as const;
      return presentGiven(deps.config.baseUrl, await giveAccess(deps, actorOf(request), object, request.body));
    },
  });
}

function folderRoute(app: App, deps: Deps): void {
  app.post('/api/folders/:folderId/access', {
    schema: {
      ...invitationDocs.giveFolderAccess,
      params: FolderParams,
      body: FolderAccessBody,
      response: { 200: FolderAccessGivenSchema },
    },
    config: { part: 'permissions', creates: 'thing', refuseUnknown },
    preValidation: removeUnusedOfLink,
    handler: async (request) => {
      const object = { kind: 'folder', id: request.params.folderId } as const;
      const given = await giveAccess(deps, actorOf(request), object, request.body);
      const Share = given.share === null ? null : presentFolderShare(linkPartsOf(request, deps), given.share, true);
      return { ...presentGiven(deps.config.baseUrl, given), Share };
    },
  });
}

function documentRoute(app: App, deps: Deps): void {
  app.post('/api/documents/:documentId/access', {
    schema: {
      ...invitationDocs.giveDocumentAccess,
      params: DocumentParams,
      body: DocumentAccessBody,
      response: { 200: DocumentAccessGivenSchema },
    },
    config: { part: 'permissions', creates: 'thing', refuseUnknown },
    preValidation: removeUnusedOfLink,
    handler: async (request) => {
      const object = { kind: 'document', id: request.params.documentId } as const;
      const given = await giveAccess(deps, actorOf(request), object, request.body);
      const Share = given.share === null ? null : presentDocumentShare(linkPartsOf(request, deps), given.share, true);
      return { ...presentGiven(deps.config.baseUrl, given), Share };
    },
  });
}

// The link has the rules of a share's body.
async function removeUnusedOfLink(request: FastifyRequest): Promise<void> {
  const body = request.body as { Link?: unknown } | null;
  if (typeof body === 'object' && body?.Link !== undefined) request.body = { ...body, Link: withoutUnused(body.Link) };
}
