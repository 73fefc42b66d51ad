import { type Static, Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { MAX_SAVED, deleteSearch, saveSearch } from './saved-searches.actions.ts';
import { type SavedSearch, listSavedSearches } from './saved-searches.queries.ts';
import { SaveSearchBody, SavedSearchParams, SavedSearchSchema } from './saved-searches.schema.ts';
import { searchDocs } from '../tag-search/search.docs.ts';

/** docs/api/search.md#saved-searches */
export function savedSearchRoutes(app: App, deps: Deps): void {
  app.get('/api/users/me/searches', {
    schema: {
      ...searchDocs.listSavedSearches,
      response: { 200: Type.Array(SavedSearchSchema, { maxItems: MAX_SAVED }) },
    },
    handler: async (request) => (await listSavedSearches(deps.sql, actorOf(request))).map(presentSavedSearch),
  });

  app.post('/api/users/me/searches', {
    config: { creates: 'thing' },
    schema: { ...searchDocs.createSavedSearch, body: SaveSearchBody, response: { 201: SavedSearchSchema } },
    handler: async (request, reply) =>
      reply.code(201).send(presentSavedSearch(await saveSearch(deps, actorOf(request), request.body))),
  });

  app.delete('/api/users/me/searches/:savedSearchId', {
    schema: { ...searchDocs.deleteSavedSearch, params: SavedSearchParams, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await deleteSearch(deps, actorOf(request), request.params.savedSearchId);
      return reply.code(204).send(null);
    },
  });
}

function presentSavedSearch(search: SavedSearch): Static<typeof SavedSearchSchema> {
  return {
    SavedSearchId: search.savedSearchId,
    SearchName: search.name,
    LibraryId: search.libraryId,
    FolderId: search.folderId,
    PlaceName: search.placeName,
    Criteria: search.criteria,
    DateCreated: search.createdAt,
  };
}
