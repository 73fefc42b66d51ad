import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage } from '../../platform/http/paging.ts';
import type { LimitConcurrency } from '../../platform/limits/limit-concurrency.ts';
import { type Actor, actorOf } from '../../core/actor.ts';
import { formatDocuments } from '../documents/document-list.presenter.ts';
import { ListedDocumentSchema } from '../documents/documents.schema.ts';
import { type ListPositions, createListPositions } from '../documents/list-positions.ts';
import { describe, readPage, readWhole, sortKeyOf, takeTurns } from '../documents/read-list.ts';
import { presentDetails } from '../listings/item-details.presenter.ts';
import { describeFolders } from '../listings/item-details.queries.ts';
import { type Listing, ListingQuery, isPart, readListing } from '../listings/listing.ts';
import { withTagKey } from '../listings/tag-filter.ts';
import { accessFolder, accessLibrary } from '../tree/tree.access.ts';
import type { Container, FolderRow } from '../tree/tree.queries.ts';
import { FolderParams, LibraryParams } from '../tree/tree.schema.ts';
import { presentFolderEntry } from './folders.presenter.ts';
import { ListedFolderSchema } from './folders.schema.ts';
import { countFolders, listFolders } from './folders.queries.ts';
import { folderDocs } from './folders.docs.ts';

/** Listings of the children of a library or folder (docs/api/folders.md#listings). */
export function folderListRoutes(app: App, deps: Deps): void {
  childFolderRoutes(app, deps);
  childDocumentRoutes(app, deps);
}

function childFolderRoutes(app: App, deps: Deps): void {
  app.get('/api/libraries/:libraryId/folders', {
    schema: {
      ...folderDocs.listLibraryFolders,
      params: LibraryParams,
      querystring: ListingQuery,
      response: { 200: Type.Array(ListedFolderSchema) },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const listing = readListing(request.query, { hasSizes: false });
      const library = await accessLibrary(deps.sql, actor, request.params.libraryId, 'View');
      return sendFolders(deps, { request, reply }, actor, { ...library, folderId: null }, listing);
    },
  });

  app.get('/api/folders/:folderId/folders', {
    schema: {
      ...folderDocs.listChildFolders,
      params: FolderParams,
      querystring: ListingQuery,
      response: { 200: Type.Array(ListedFolderSchema) },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const listing = readListing(request.query, { hasSizes: false });
      const folder = await accessFolder(deps.sql, actor, request.params.folderId, 'View');
      return sendFolders(deps, { request, reply }, actor, folder, listing);
    },
  });
}

function childDocumentRoutes(app: App, deps: Deps): void {
  const lists: Lists = { positions: createListPositions(), inTurn: takeTurns(deps.config) };
  app.get('/api/folders/:folderId/documents', {
    schema: {
      ...folderDocs.listFolderDocuments,
      params: FolderParams,
      querystring: ListingQuery,
      response: { 200: Type.Array(ListedDocumentSchema) },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const listing = readListing(request.query, { hasSizes: true });
      const folder = await accessFolder(deps.sql, actor, request.params.folderId, 'View');
      const keyed = await withTagKey(deps.sql, actor, folder, listing);
      return sendDocuments({ ...deps, ...lists }, { request, reply }, actor, folder, keyed);
    },
  });
}

/** Of one process. */
type Lists = { positions: ListPositions; inTurn: LimitConcurrency };

type Exchange = { request: FastifyRequest; reply: FastifyReply };

async function sendFolders(
  { sql, config }: Deps,
  { request, reply }: Exchange,
  actor: Actor,
  container: Container,
  listing: Listing,
) {
  // In this order, in one round trip: a change after the version was read is in the rows or raises the version.
  const [counted, rows] = await Promise.all([
    isPart(listing) ? countFolders(sql, actor, container, listing) : null,
    listFolders(sql, actor, container, listing),
  ]);
  reply.header('x-total-count', counted?.total ?? rows.length);
  if (counted !== null) reply.header('x-list-version', counted.version);
  const value = listing.orderBy === 'date' ? 'createdAt' : 'nameKey';
  const kept = cutPage({ request, reply, baseUrl: config.baseUrl }, listing.page, rows, (row) => [
    row[value],
    row.folderId,
  ]);
  const folderIds = kept.map(({ folderId }) => folderId);
  const details = await describeFolders(sql, actor, folderIds, listing.expand);
  return kept.map((row) => ({
    ...presentFolderEntry(config.baseUrl, row),
    ...presentDetails(config.baseUrl, details.get(row.folderId) ?? {}),
  }));
}

async function sendDocuments(
  { sql, config, positions, inTurn }: Deps & Lists,
  { request, reply }: Exchange,
  actor: Actor,
  folder: FolderRow,
  listing: Listing,
) {
  const { baseUrl } = config;
  reply.type('application/json; charset=utf-8');
  if (!isPart(listing)) {
    const { body, total } = await readWhole({ sql, inTurn, baseUrl }, actor, folder, listing);
    return reply.header('x-total-count', total).send(body);
  }
  const { rows, total, version } = await readPage(sql, positions, actor, folder, listing);
  reply.header('x-total-count', total).header('x-list-version', version);
  const kept = cutPage({ request, reply, baseUrl }, listing.page, rows, (row) => sortKeyOf(listing, row));
  const details = await describe(sql, actor, kept, listing);
  return reply.send(formatDocuments(baseUrl, folder.folderId, { documents: kept, details }));
}
