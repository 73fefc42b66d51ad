import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { badCursor, cutPage, isCursorTime, readPage } from '../../platform/http/paging.ts';
import { nameKey } from '../../platform/values/names.ts';
import { actorOf } from '../../core/actor.ts';
import { findPaths } from '../places/paths.queries.ts';
import { type LocatedTrashRow, presentDeploymentTrashItem, presentTrashItem } from './trash.presenter.ts';
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
  query: Static<typeof TrashQuery>,
  whose: Whose,
): Promise<LocatedTrashRow[]> {
  const page = readPage<TrashKey>(query, ['string', 'number', 'number']);
  if (page.after !== null && !isCursorTime(page.after[0])) throw badCursor();
  const actor = actorOf(request);
  const rows = await listTrash(deps.sql, actor, { whose, name: query.filter ? nameKey(query.filter) : null }, page);
  const keyOf = (row: TrashRow): TrashKey => [row.trashedAt, row.kind, row.id];
  const kept = cutPage({ request, reply, baseUrl: deps.config.baseUrl }, page, rows, keyOf);
  if (query.expand?.includes('path') !== true) return kept;
  // A folder in the trash is not readable, so it is not part of its own path.
  const folderIds = kept.map(folderOf).filter((id) => id !== null);
  const paths = await findPaths(deps.sql, actor, folderIds);
  return kept.map((row) => ({ ...row, path: paths.get(folderOf(row) ?? 0) ?? [] }));
}

function folderOf(row: TrashRow): number | null {
  if (row.kind === 3) return row.folderId;
  return row.kind === 2 ? row.id : null;
}
