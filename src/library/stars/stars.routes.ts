import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { DocumentParams, FolderParams, LibraryParams } from '../tree/tree.schema.ts';
import { star, unstar } from './stars.actions.ts';
import { starDocs } from './stars.docs.ts';
import { presentStarred } from './stars.presenter.ts';
import { listStarred } from './stars.queries.ts';
import { StarredItemSchema } from './stars.schema.ts';

const response = { 204: Type.Null() };

/** docs/api/home.md#starred-items */
export function starRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.get('/api/users/me/starred', {
    schema: {
      ...starDocs.listStarredItems,
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(StarredItemSchema) },
    },
    handler: async (request, reply) => {
      const page = readPage<[number]>(request.query, ['number']);
      const rows = await listStarred(deps.sql, actorOf(request), page);
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.starId]);
      return kept.map((row) => presentStarred(baseUrl, row));
    },
  });

  libraryStarRoutes(app, deps);
  folderStarRoutes(app, deps);
  documentStarRoutes(app, deps);
}

function libraryStarRoutes(app: App, deps: Deps): void {
  const path = '/api/users/me/starred/libraries/:libraryId';
  const params = LibraryParams;
  app.put(path, {
    schema: { ...starDocs.starLibrary, params, response },
    handler: async (request, reply) => {
      await star(deps, actorOf(request), { kind: 'library', id: request.params.libraryId });
      return reply.code(204).send(null);
    },
  });
  app.delete(path, {
    schema: { ...starDocs.unstarLibrary, params, response },
    handler: async (request, reply) => {
      await unstar(deps, actorOf(request), { kind: 'library', id: request.params.libraryId });
      return reply.code(204).send(null);
    },
  });
}

function folderStarRoutes(app: App, deps: Deps): void {
  const path = '/api/users/me/starred/folders/:folderId';
  const params = FolderParams;
  app.put(path, {
    schema: { ...starDocs.starFolder, params, response },
    handler: async (request, reply) => {
      await star(deps, actorOf(request), { kind: 'folder', id: request.params.folderId });
      return reply.code(204).send(null);
    },
  });
  app.delete(path, {
    schema: { ...starDocs.unstarFolder, params, response },
    handler: async (request, reply) => {
      await unstar(deps, actorOf(request), { kind: 'folder', id: request.params.folderId });
      return reply.code(204).send(null);
    },
  });
}

function documentStarRoutes(app: App, deps: Deps): void {
  const path = '/api/users/me/starred/documents/:documentId';
  const params = DocumentParams;
  app.put(path, {
    schema: { ...starDocs.starDocument, params, response },
    handler: async (request, reply) => {
      await star(deps, actorOf(request), { kind: 'document', id: request.params.documentId });
      return reply.code(204).send(null);
    },
  });
  app.delete(path, {
    schema: { ...starDocs.unstarDocument, params, response },
    handler: async (request, reply) => {
      await unstar(deps, actorOf(request), { kind: 'document', id: request.params.documentId });
      return reply.code(204).send(null);
    },
  });
}
