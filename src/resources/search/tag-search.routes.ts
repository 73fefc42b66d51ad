import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Deps } from '../../deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { markDeprecated } from '../../platform/http/links.ts';
import { cutPage, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../actor.ts';
import { FolderParams } from '../folders/folders.schema.ts';
import { LibraryParams } from '../libraries/libraries.schema.ts';
import { presentDeprecatedFound } from './deprecated.presenter.ts';
import { DeprecatedSearchResultSchema } from './deprecated.schema.ts';
import { presentFound } from './tag-search.presenter.ts';
import { CriteriaBody, SearchQuery, SearchResultSchema } from './tag-search.schema.ts';
import { type SearchPlace, searchDocuments, searchWithoutStatus } from './tag-search.ts';

/** Contract: POST …/search/systemtags-v2 and POST …/search/systemtags, in a library and in a folder. */
export function tagSearchRoutes(app: App, deps: Deps): void {
  currentRoutes(app, deps);
  deprecatedRoutes(app, deps);
}

const schema = { tags: ['Search'], body: CriteriaBody, querystring: SearchQuery };

function currentRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;
  const response = { 200: SearchResultSchema };
  const search = async (request: SearchRequest, reply: FastifyReply, place: SearchPlace) => {
    const page = readPage<[number]>(request.query, ['number']);
    const found = await searchDocuments(deps, actorOf(request), place, request.body, page);
    const kept = cutPage(reply, request, baseUrl, page, found.documents, (document) => [document.documentId]);
    return {
      TotalCount: found.total,
      Embedded: { Documents: kept.map((document) => presentFound(baseUrl, found.types, document)) },
    };
  };

  app.post('/api/libraries/:libraryId/search/systemtags-v2', {
    schema: { ...schema, summary: 'Search a library by tags', params: LibraryParams, response },
    handler: (request, reply) => search(request, reply, request.params),
  });

  app.post('/api/folders/:folderId/search/systemtags-v2', {
    schema: { ...schema, summary: 'Search a folder and all below it by tags', params: FolderParams, response },
    handler: (request, reply) => search(request, reply, request.params),
  });
}

function deprecatedRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;
  const response = { 200: DeprecatedSearchResultSchema };
  // Before anything else, so that refusals say so too.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?', 1);
    markDeprecated(reply, `${baseUrl}${path.replace(/\/$/, '')}-v2`);
  };
  const search = async (request: SearchRequest, reply: FastifyReply, place: SearchPlace) => {
    const page = readPage<[number]>(request.query, ['number']);
    const found = await searchWithoutStatus(deps, actorOf(request), place, request.body, page);
    const kept = cutPage(reply, request, baseUrl, page, found.documents, (document) => [document.documentId]);
    return {
      TotalCount: found.total,
      Embedded: { Documents: kept.map((document) => presentDeprecatedFound(found.types, document)) },
    };
  };

  app.post('/api/libraries/:libraryId/search/systemtags', {
    onRequest,
    schema: { ...schema, deprecated: true, summary: 'Use systemtags-v2', params: LibraryParams, response },
    handler: (request, reply) => search(request, reply, request.params),
  });

  app.post('/api/folders/:folderId/search/systemtags', {
    onRequest,
    schema: { ...schema, deprecated: true, summary: 'Use systemtags-v2', params: FolderParams, response },
    handler: (request, reply) => search(request, reply, request.params),
  });
}

type SearchRequest = FastifyRequest & { query: Static<typeof SearchQuery>; body: Static<typeof CriteriaBody> };
