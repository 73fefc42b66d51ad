import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { cutPage, readPage } from '../../platform/http/paging.ts';
import { displayName, nameKey } from '../../platform/values/names.ts';
import type { Actor } from '../../core/actor.ts';
import { findPaths } from '../places/paths.queries.ts';
import { findStars } from '../stars/stars.queries.ts';
import { assertScope } from './name-search.access.ts';
import { presentNamedItem } from './name-search.presenter.ts';
import { type NameSearchKey, type NamedItem, folderOf, searchByName } from './name-search.queries.ts';

type Query = { query: string; libraryId?: number; folderId?: number; top?: number; after?: string };

/** Answers a search by name (docs/api/search.md#search-by-name). */
export async function sendNamedItems(
  { sql, config }: Deps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  actor: Actor,
  query: Query,
) {
  const page = readPage<NameSearchKey>(query, ['number', 'string', 'number', 'number']);
  // Names have the same limits.
  const words = nameKey(displayName(query.query, 'query')).split(/\s+/u);
  await assertScope({ sql }, actor, query);
  const [{ items, isCut }, stars] = await Promise.all([
    searchByName(sql, actor, query, words, page),
    findStars(sql, actor),
  ]);
  if (isCut) reply.header('x-search-incomplete', 'true');
  const key = (row: NamedItem): NameSearchKey => [row.score, row.nameKey, row.kind, row.id];
  const kept = cutPage({ request, reply, baseUrl: config.baseUrl }, page, items, key);
  const paths = await findPaths(sql, actor, kept.map(folderOf));
  return kept.map((row) => presentNamedItem(config.baseUrl, row, { stars, paths }));
}
