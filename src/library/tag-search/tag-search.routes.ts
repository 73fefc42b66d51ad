import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { markDeprecated } from '../../platform/http/links.ts';
import { cutPage, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { FolderParams, LibraryParams } from '../tree/tree.schema.ts';
import { presentDeprecatedFound } from './deprecated.presenter.ts';
import { DeprecatedSearchResultSchema } from './deprecated.schema.ts';
import { formatFound } from './search-result.presenter.ts';
import { CriteriaBody, SearchQuery, SearchResultSchema } from './tag-search.schema.ts';
import type { FoundDocument } from './tag-search.queries.ts';
import { type FoundInLibrary, type SearchPlace, searchDocuments } from './tag-search.access.ts';
import { searchDocs } from './search.docs.ts';

/** Searches by tags in a library and in a folder, in both versions (docs/api/search.md#search-by-tags). */
export function tagSearchRoutes(app: App, deps: Deps): void {
  currentRoutes(app, deps);
  deprecatedRoutes(app, deps);
}

const schema = { body: CriteriaBody, querystring: SearchQuery };

function currentRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;
  const response = { 200: SearchResultSchema };
  const handler = async (request: SearchRequest, reply: FastifyReply) => {
    const { found, documents } = await search(deps, request, reply);
    return reply.type('application/json; charset=utf-8').send(formatFound(baseUrl, found, documents));
  };

  app.post('/api/libraries/:libraryId/search/systemtags-v2', {
    schema: { ...schema, ...searchDocs.searchLibraryByTags, params: LibraryParams, response },
    handler,
  });

  app.post('/api/folders/:folderId/search/systemtags-v2', {
    schema: { ...schema, ...searchDocs.searchFolderByTags, params: FolderParams, response },
    handler,
  });
}

function deprecatedRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;
  const response = { 200: DeprecatedSearchResultSchema };
  // Before anything else, so that refusals are marked too.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?', 1);
    markDeprecated(reply, `${baseUrl}${path.replace(/\/$/, '')}-v2`);
  };
  const handler = async (request: SearchRequest, reply: FastifyReply) => {
    const { found, documents } = await search(deps, request, reply, { refusesStatus: true });
    return {
      TotalCount: found.total,
      Embedded: { Documents: documents.map((document) => presentDeprecatedFound(found, document)) },
    };
  };

  app.post('/api/libraries/:libraryId/search/systemtags', {
    onRequest,
    schema: { ...schema, ...searchDocs.searchLibraryByTagsDeprecated, params: LibraryParams, response },
    handler,
  });

  app.post('/api/folders/:folderId/search/systemtags', {
    onRequest,
    schema: { ...schema, ...searchDocs.searchFolderByTagsDeprecated, params: FolderParams, response },
    handler,
  });
}

type SearchRequest = FastifyRequest & {
  params: SearchPlace;
  query: Static<typeof SearchQuery>;
  body: Static<typeof CriteriaBody>;
};

async function search(
  deps: Deps,
  request: SearchRequest,
  reply: FastifyReply,
  options?: { refusesStatus: boolean },
): Promise<{ found: FoundInLibrary; documents: FoundDocument[] }> {
  const { params, query, body } = request;
  const page = readPage<[number]>(query, ['number']);
  const found = await searchDocuments(deps, actorOf(request), { place: params, wanted: body }, page, options);
  const { baseUrl } = deps.config;
  const documents = cutPage({ request, reply, baseUrl }, page, found.documents, (document) => [document.documentId]);
  return { found, documents };
}
