import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { invalidParameter } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, readPage } from '../../platform/http/paging.ts';
import { type Actor, actorOf } from '../../core/actor.ts';
import { folderOf } from '../name-search/name-search.queries.ts';
import { sendNamedItems } from '../name-search/name-search.http.ts';
import { findPaths } from '../places/paths.queries.ts';
import { findStars } from '../stars/stars.queries.ts';
import { type FilterParameters, searchFilters } from '../search-query/filters.ts';
import { type FoundMatch, type SearchKey, runFacets, runSearch } from './run-search.ts';
import { assertSearchScope } from '../search-query/reach.access.ts';
import { fullSearchDocs } from './search.docs.ts';
import { presentFacets, presentMatch } from './search.presenter.ts';
import { FacetsQuery, FacetsSchema, FoundItemSchema, SearchQuery } from './search.schema.ts';

/** Snippets are read for each item. */
const PAGE = 50;
const MAX_PAGE = 200;

/** docs/api/search.md */
export function searchRoutes(app: App, deps: Deps): void {
  app.get('/api/search', {
    schema: {
      ...fullSearchDocs.searchItems,
      querystring: SearchQuery,
      response: { 200: Type.Array(FoundItemSchema) },
    },
    handler: async (request, reply) => {
      const { q, query, ...parameters } = request.query;
      const actor = actorOf(request);
      if (q === undefined ? query === undefined && !hasFilter(parameters) : query !== undefined) {
        throw invalidParameter('q', 'Exactly one of q and query must be given, or filters.');
      }
      if (query !== undefined) return sendNamedItems(deps, { request, reply }, actor, { ...parameters, query });
      return sendMatches(deps, { request, reply }, actor, { ...parameters, q: q ?? '' });
    },
  });

  app.get('/api/search/facets', {
    schema: { ...fullSearchDocs.getSearchFacets, querystring: FacetsQuery, response: { 200: FacetsSchema } },
    handler: async (request) => {
      const { q: query = '', ...parameters } = request.query;
      const actor = actorOf(request);
      await assertSearchScope(deps, actor, parameters);
      return presentFacets(await runFacets(deps.sql, actor, { query, parameters, scope: scopeOf(parameters) }));
    },
  });
}

// Filters narrow a search without words too. An empty `q` counts as absent.
const hasFilter = (parameters: FilterParameters): boolean =>
  Object.keys(searchFilters).some((name) => parameters[name as keyof FilterParameters] !== undefined);

type Exchange = { request: FastifyRequest; reply: FastifyReply };
type Query = FilterParameters & { q: string; top?: number; after?: string };

async function sendMatches(
  { sql, config }: Deps,
  { request, reply }: Exchange,
  actor: Actor,
  { q: query, top = PAGE, after, ...parameters }: Query,
) {
  const limit = Math.min(top, MAX_PAGE);
  const page = {
    ...readPage<SearchKey>({ top: limit, ...(after === undefined ? {} : { after }) }, ['number', 'number', 'number']),
    limit,
  };
  await assertSearchScope({ sql }, actor, parameters);
  const [found, stars] = await Promise.all([
    runSearch(sql, actor, { query, parameters, scope: scopeOf(parameters) }, page),
    findStars(sql, actor),
  ]);
  reply.header('x-total-count', found.total);
  if (found.isCut) reply.header('x-search-incomplete', 'true');
  const key = ({ score, kind, id }: FoundMatch): SearchKey => [score, kind, id];
  const kept = cutPage({ request, reply, baseUrl: config.baseUrl }, page, found.items, key);
  const paths = await findPaths(sql, actor, kept.map(folderOf));
  return kept.map((match) => presentMatch(config.baseUrl, match, { stars, paths }));
}

function scopeOf({ libraryId, folderId }: FilterParameters): { libraryId?: number; folderId?: number } {
  return { ...(libraryId === undefined ? {} : { libraryId }), ...(folderId === undefined ? {} : { folderId }) };
}
