import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, readPage } from '../../platform/http/paging.ts';
import { type Actor, actorOf } from '../../core/actor.ts';
import { type Grantable, accessGrantable } from '../permissions/permissions.access.ts';
import { OBJECT_KINDS } from '../permissions/permissions.queries.ts';
import { listSteps } from '../places/places.queries.ts';
import { isReadable } from '../rights/rights.ts';
import { findLibrary } from '../tree/tree.queries.ts';
import { type Surroundings, presentAccess, presentAccessLink } from './access.presenter.ts';
import { listAccess, listLinks } from './access.queries.ts';
import { AccessLinkSchema, AccessLinksQuery, AccessQuery, AccessSchema } from './access.schema.ts';
import { id } from '../../platform/openapi/fields.ts';
import { accessDocs } from './access.docs.ts';

/** Default page size: a group may contain everybody. */
const PAGE_SIZE = 100;

const DOCS = {
  library: { people: accessDocs.listLibraryAccess, links: accessDocs.listLibraryAccessLinks },
  folder: { people: accessDocs.listFolderAccess, links: accessDocs.listFolderAccessLinks },
  document: { people: accessDocs.listDocumentAccess, links: accessDocs.listDocumentAccessLinks },
};

/** Explains who has access to an object and why, for people with Grant on it (docs/api/permissions.md#access-explanations). */
export function accessRoutes(app: App, deps: Deps): void {
  for (const object of OBJECT_KINDS) routesOf(app, deps, object);
}

function routesOf(app: App, { sql, config }: Deps, { kind, parameter, plural }: (typeof OBJECT_KINDS)[number]): void {
  const { baseUrl } = config;
  const docs = DOCS[kind];
  const shared = { params: Type.Object({ [parameter]: id(`The ${kind}.`) }) };
  const idOf = (request: { params: Record<string, number> }) => request.params[parameter] ?? 0;

  app.get(`/api/${plural}/:${parameter}/access`, {
    schema: {
      ...shared,
      ...docs.people,
      querystring: AccessQuery,
      response: { 200: Type.Array(AccessSchema) },
    },
    handler: async (request, reply) => {
      const page = bounded(readPage<[string, number]>(request.query, ['string', 'number']));
      const actor = actorOf(request);
      const object = await accessGrantable(sql, actor, kind, idOf(request));
      const rows = await listAccess(sql, actor, object, request.query.query ?? '', page);
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.nameKey, row.person.userId]);
      const around = await readSurroundings(sql, actor, object);
      return kept.map((row) => presentAccess(baseUrl, row, around));
    },
  });

  app.get(`/api/${plural}/:${parameter}/access/links`, {
    schema: {
      ...shared,
      ...docs.links,
      querystring: AccessLinksQuery,
      response: { 200: Type.Array(AccessLinkSchema) },
    },
    handler: async (request, reply) => {
      const page = bounded(readPage<[number]>(request.query, ['number']));
      const actor = actorOf(request);
      const object = await accessGrantable(sql, actor, kind, idOf(request));
      const rows = await listLinks(sql, actor, object, page);
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.shareId]);
      const around = await readSurroundings(sql, actor, object);
      return kept.map((row) => presentAccessLink(baseUrl, row, around));
    },
  });
}

function bounded<Page extends { limit: number | null }>(page: Page): Page & { limit: number } {
  return { ...page, limit: page.limit ?? PAGE_SIZE };
}

// Users with Grant on a folder only do not learn the names of its ancestors.
async function readSurroundings(sql: Deps['sql'], actor: Actor, object: Grantable): Promise<Surroundings> {
  const { libraryId, ownerId, path, kind, name } = object;
  const [library, steps] = await Promise.all([findLibrary(sql, actor, libraryId), listSteps(sql, actor, path)]);
  if (library === undefined) throw notFound(kind);
  const names = {
    library: isReadable(library) ? library.name : null,
    folders: new Map(steps.map((step) => [step.folderId, step.name])),
    document: kind === 'document' ? name : null,
  };
  return { libraryId, ownerId, names };
}
