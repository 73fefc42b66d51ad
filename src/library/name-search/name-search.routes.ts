import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, readPage } from '../../platform/http/paging.ts';
import { displayName, nameKey } from '../../platform/values/names.ts';
import { type Actor, actorOf } from '../../core/actor.ts';
import { accessFolder, accessLibrary } from '../tree/tree.access.ts';
import { findStars } from '../stars/stars.queries.ts';
import { presentNamedItem } from './name-search.presenter.ts';
import { type NameSearchKey, type NamedItem, searchByName } from './name-search.queries.ts';
import { NameSearchQuery, NamedItemSchema } from './name-search.schema.ts';
import { searchDocs } from '../tag-search/search.docs.ts';

/** docs/api/search.md#search-by-name */
export function nameSearchRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.get('/api/search', {
    schema: {
      ...searchDocs.searchByName,
      querystring: NameSearchQuery,
      response: { 200: Type.Array(NamedItemSchema) },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const page = readPage<NameSearchKey>(request.query, ['number', 'string', 'number', 'number']);
      // Names have the same limits.
      const words = nameKey(displayName(request.query.query, 'query')).split(/\s+/u);
      await assertScope(deps, actor, request.query);
      const [{ items, isCut }, stars] = await Promise.all([
        searchByName(deps.sql, actor, request.query, words, page),
        findStars(deps.sql, actor),
      ]);
      if (isCut) reply.header('x-search-incomplete', 'true');
      const key = (row: NamedItem): NameSearchKey => [row.score, row.nameKey, row.kind, row.id];
      const kept = cutPage({ request, reply, baseUrl }, page, items, key);
      return kept.map((row) => presentNamedItem(baseUrl, row, stars.has(row.kind, row.id)));
    },
  });
}

// Requires Read on the scope; a folder given with a library must be in it.
async function assertScope(
  { sql }: Deps,
  actor: Actor,
  { libraryId, folderId }: { libraryId?: number; folderId?: number },
): Promise<void> {
  if (libraryId !== undefined) await accessLibrary(sql, actor, libraryId, 'View');
  if (folderId === undefined) return;
  const folder = await accessFolder(sql, actor, folderId, 'View');
  if (libraryId !== undefined && folder.libraryId !== libraryId) throw notFound('folder');
}
