import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { isCurrent } from '../../platform/http/files/entity-tag.ts';
import { sendEmpty } from '../../platform/http/files/empty-answer.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { accessLibrary } from '../tree/tree.access.ts';
import { libraryState, libraryTag } from '../tree/tree.presenter.ts';
import { LibraryParams } from '../tree/tree.schema.ts';
import { createLibrary, renameLibrary } from './libraries.actions.ts';
import { presentLibrary } from './libraries.presenter.ts';
import { listLibraries } from './libraries.queries.ts';
import { LibraryNameBody, LibrarySchema } from './libraries.schema.ts';
import { libraryDocs } from './libraries.docs.ts';

/** docs/api/libraries.md#operations */
export function libraryRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;
  app.get('/api/libraries', {
    schema: {
      ...libraryDocs.listLibraries,
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(LibrarySchema) },
    },
    handler: async (request, reply) => {
      const page = readPage<[string, number]>(request.query, ['string', 'number']);
      const rows = await listLibraries(deps.sql, actorOf(request), page);
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.nameKey, row.libraryId]);
      return kept.map((row) => presentLibrary(baseUrl, row));
    },
  });

  app.post('/api/libraries', {
    config: { creates: 'thing', role: 'siteAdmin' },
    schema: { ...libraryDocs.createLibrary, body: LibraryNameBody, response: { 201: LibrarySchema } },
    handler: async (request, reply) => {
      const library = presentLibrary(baseUrl, await createLibrary(deps, actorOf(request), request.body.LibraryName));
      return reply.code(201).header('location', library.Links.Self).send(library);
    },
  });

  app.get('/api/libraries/:libraryId', {
    schema: { ...libraryDocs.getLibrary, params: LibraryParams, response: { 200: LibrarySchema } },
    handler: async (request, reply) => {
      const library = await accessLibrary(deps.sql, actorOf(request), request.params.libraryId, 'View');
      if (isCurrent(request, reply, libraryState(library))) return sendEmpty(reply);
      return presentLibrary(baseUrl, library);
    },
  });

  libraryAdminRoutes(app, deps);
}

function libraryAdminRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;
  const config = { role: 'siteAdmin' } as const;
  const params = LibraryParams;

  app.patch('/api/libraries/:libraryId', {
    config,
    schema: {
      ...libraryDocs.updateLibrary,
      params,
      body: LibraryNameBody,
      response: { 200: LibrarySchema },
    },
    handler: async (request, reply) => {
      const { libraryId } = request.params;
      const library = await renameLibrary(deps, actorOf(request), libraryId, request.body.LibraryName);
      reply.header('etag', libraryTag(library));
      return presentLibrary(baseUrl, library);
    },
  });
}
