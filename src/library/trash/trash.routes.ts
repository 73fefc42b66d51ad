import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { badCursor, cutPage, isCursorTime, readPage } from '../../platform/http/paging.ts';
import { nameKey } from '../../platform/values/names.ts';
import { actorOf } from '../../core/actor.ts';
import { presentDeploymentTrashItem, presentTrashItem } from './trash.presenter.ts';
import { type TrashKey, type TrashRow, type Whose, listTrash } from './trash.queries.ts';
import { DeploymentTrashItemSchema, DeploymentTrashQuery, TrashItemSchema, TrashQuery } from './trash.schema.ts';
import { trashDocs } from './trash.docs.ts';

/** docs/api/trash.md#listing-the-trash */
export function trashRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.get('/api/trash', {
    schema: {
      ...trashDocs.listTrash,
      querystring: TrashQuery,
      response: { 200: Type.Array(TrashItemSchema) },
    },
    handler: async (request, reply) => {
      const rows = await listPage(deps, request, reply, request.query, 'own');
      return rows.map((row) => presentTrashItem(baseUrl, actorOf(request), row));
    },
  });

  app.get('/api/admin/trash', {
    config: { role: 'siteAdmin' },
    schema: {
      ...trashDocs.listDeploymentTrash,
      querystring: DeploymentTrashQuery,
      response: { 200: Type.Array(DeploymentTrashItemSchema) },
    },
    handler: async (request, reply) => {
      const { libraryId = null, deletedBy = null } = request.query;
      const rows = await listPage(deps, request, reply, request.query, { libraryId, deletedBy });
      return rows.map((row) => presentDeploymentTrashItem(baseUrl, actorOf(request), row));
    },
  });
}

async function listPage(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  query: { top?: number; after?: string; filter?: string },
  whose: Whose,
): Promise<TrashRow[]> {
  const page = readPage<TrashKey>(query, ['string', 'number', 'number']);
  if (page.after !== null && !isCursorTime(page.after[0])) throw badCursor();
  const rows = await listTrash(
    deps.sql,
    actorOf(request),
    { whose, name: query.filter ? nameKey(query.filter) : null },
    page,
  );
  return cutPage({ request, reply, baseUrl: deps.config.baseUrl }, page, rows, (row) => [
    row.trashedAt,
    row.kind,
    row.id,
  ]);
}
