import { type Static, Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { MAX_SAVED, changeSearch, deleteSearch, requireSearch, saveSearch } from './saved-searches.actions.ts';
import { readNewSearch, readSearchChange } from './saved-searches.body.ts';
import { savedSearchDocs } from './saved-searches.docs.ts';
import { type SavedSearch, findSavedSearch, listSavedSearches } from './saved-searches.queries.ts';
import { ChangeSearchBody, SaveSearchBody, SavedSearchParams, SavedSearchSchema } from './saved-searches.schema.ts';

/** docs/api/search.md#saved-searches */
export function savedSearchRoutes(app: App, deps: Deps): void {
  app.get('/api/users/me/searches', {
    schema: {
      ...savedSearchDocs.listSavedSearches,
      response: { 200: Type.Array(SavedSearchSchema, { maxItems: MAX_SAVED }) },
    },
    handler: async (request) => (await listSavedSearches(deps.sql, actorOf(request))).map(presentSavedSearch),
  });

  app.get('/api/users/me/searches/:savedSearchId', {
    schema: { ...savedSearchDocs.getSavedSearch, params: SavedSearchParams, response: { 200: SavedSearchSchema } },
    handler: async (request) => {
      const { savedSearchId } = request.params;
      return presentSavedSearch(requireSearch(await findSavedSearch(deps.sql, actorOf(request), savedSearchId)));
    },
  });

  writingRoutes(app, deps);
}

function writingRoutes(app: App, deps: Deps): void {
  app.post('/api/users/me/searches', {
    config: { creates: 'thing' },
    schema: { ...savedSearchDocs.createSavedSearch, body: SaveSearchBody, response: { 201: SavedSearchSchema } },
    handler: async (request, reply) => {
      const saved = await saveSearch(deps, actorOf(request), readNewSearch(request.body));
      return reply.code(201).send(presentSavedSearch(saved));
    },
  });

  app.patch('/api/users/me/searches/:savedSearchId', {
    schema: {
      ...savedSearchDocs.changeSavedSearch,
      params: SavedSearchParams,
      body: ChangeSearchBody,
      response: { 200: SavedSearchSchema },
    },
    handler: async (request) => {
      const { savedSearchId } = request.params;
      const change = readSearchChange(request.body);
      return presentSavedSearch(await changeSearch(deps, actorOf(request), savedSearchId, change));
    },
  });

  app.delete('/api/users/me/searches/:savedSearchId', {
    schema: { ...savedSearchDocs.deleteSavedSearch, params: SavedSearchParams, response: { 204: Type.Null() } },
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
    Q: search.query,
    Alert: search.isAlert,
    DateCreated: search.createdAt,
  };
}
