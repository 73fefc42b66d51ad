import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { presentPersonOrNull } from '../../core/persons/persons.presenter.ts';
import { presentItem } from '../items/items.presenter.ts';
import { findStars } from '../stars/stars.queries.ts';
import { type SharedKey, listShared } from './shared.queries.ts';
import { SharedItemSchema } from './shared.schema.ts';
import { permissionDocs } from './permissions.docs.ts';

/** docs/api/permissions.md#items-shared-with-the-caller */
export function sharedRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.get('/api/users/me/shared', {
    schema: {
      ...permissionDocs.listSharedItems,
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(SharedItemSchema) },
    },
    handler: async (request, reply) => {
      const page = readPage<SharedKey>(request.query, ['string', 'number', 'number']);
      const actor = actorOf(request);
      const [rows, stars] = await Promise.all([listShared(deps.sql, actor, page), findStars(deps.sql, actor)]);
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.nameKey, row.kind, row.id]);
      return kept.map((row) => ({
        ...presentItem(baseUrl, row),
        IsStarred: stars.has(row.kind, row.id),
        SharedBy: presentPersonOrNull(baseUrl, row.sharedBy),
        SharedOn: row.sharedAt,
      }));
    },
  });
}
