import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { badCursor, cutPage, isCursorTime, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { recentDocs } from './recents.docs.ts';
import { presentRecent } from './recents.presenter.ts';
import { type RecentKey, listRecent } from './recents.queries.ts';
import { RecentDocumentSchema } from './recents.schema.ts';

/** docs/api/home.md#recent-documents */
export function recentRoutes(app: App, { sql, config: { baseUrl } }: Deps): void {
  app.get('/api/users/me/recents', {
    schema: {
      ...recentDocs.listRecentDocuments,
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(RecentDocumentSchema) },
    },
    handler: async (request, reply) => {
      const page = readPage<RecentKey>(request.query, ['string', 'number']);
      if (page.after !== null && !isCursorTime(page.after[0])) throw badCursor();
      const rows = await listRecent(sql, actorOf(request), page);
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.actedAt, row.documentId]);
      return kept.map((row) => presentRecent(baseUrl, row));
    },
  });
}
