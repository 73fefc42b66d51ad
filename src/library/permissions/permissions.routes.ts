import { type Static, Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { type WholeKey, cutWhole, readPage } from '../../platform/http/paging.ts';
import { isCurrent } from '../../platform/http/files/entity-tag.ts';
import { sendEmpty } from '../../platform/http/files/empty-answer.ts';
import { actorOf } from '../../core/actor.ts';
import { type Grantable, accessGrantable } from './permissions.access.ts';
import { setPermissions } from './permissions.actions.ts';
import { entriesTag, presentEntry, presentInheritedEntry } from './permissions.presenter.ts';
import { type InheritedRow, OBJECT_KINDS, listEntries, listEntriesAbove } from './permissions.queries.ts';
import { PermissionSchema, PermissionsBody, PermissionsHeaders, PermissionsQuery } from './permissions.schema.ts';
import { id } from '../../platform/openapi/fields.ts';
import { permissionDocs } from './permissions.docs.ts';

const DOCS = {
  library: { get: permissionDocs.getLibraryPermissions, set: permissionDocs.setLibraryPermissions },
  folder: { get: permissionDocs.getFolderPermissions, set: permissionDocs.setFolderPermissions },
  document: { get: permissionDocs.getDocumentPermissions, set: permissionDocs.setDocumentPermissions },
};

/** The same routes for libraries, folders and documents (docs/api/permissions.md#entries). */
export function permissionRoutes(app: App, deps: Deps): void {
  for (const object of OBJECT_KINDS) routesOf(app, deps, object);
}

function routesOf(app: App, deps: Deps, { kind, parameter, plural }: (typeof OBJECT_KINDS)[number]): void {
  const { baseUrl } = deps.config;
  const url = `/api/${plural}/:${parameter}/permissions`;
  const docs = DOCS[kind];
  const shared = {
    params: Type.Object({ [parameter]: id(`The ${kind}.`) }),
    response: { 200: Type.Array(PermissionSchema) },
  };
  // The path has been validated: the parameter exists and is an id.
  const idOf = (request: { params: Record<string, number> }) => request.params[parameter] ?? 0;

  app.get(url, {
    schema: { ...shared, ...docs.get, querystring: PermissionsQuery },
    handler: async (request, reply) => {
      const page = readPage<WholeKey>(request.query, ['number', 'string']);
      const cut = (rows: Entry[]) => cutWhole({ request, reply, baseUrl }, page, rows, keyOf);
      const object = await accessGrantable(deps.sql, actorOf(request), kind, idOf(request));
      const entries = await listEntries(deps.sql, object);
      const own = entries.map((entry) => presentEntry(baseUrl, entry));
      const state = { etag: entriesTag(entries), modifiedAt: object.changedAt };
      if (request.query.inherited !== true) return isCurrent(request, reply, state) ? sendEmpty(reply) : cut(own);
      // The tag of the own entries, for a later PUT; it does not cover inherited ones, so it must not lead to a 304.
      reply.headers({ etag: state.etag, 'cache-control': 'no-store' });
      const inherited = await listInherited(deps, object);
      return cut([...own, ...inherited.map((entry) => presentInheritedEntry(baseUrl, entry))]);
    },
  });

  app.put(url, {
    config: { part: 'permissions', refuseUnknown: [Type.Array(PermissionSchema)] },
    // [] removes all entries.
    schema: {
      ...shared,
      ...docs.set,
      headers: PermissionsHeaders,
      body: PermissionsBody,
    },
    handler: async (request, reply) => {
      const entries = await setPermissions(deps, actorOf(request), kind, idOf(request), request.body);
      reply.header('etag', entriesTag(entries));
      return entries.map((entry) => presentEntry(baseUrl, entry));
    },
  });
}

type Entry = Static<typeof PermissionSchema>;

const keyOf = ({ InheritedFrom = '', UserId, GroupId }: Entry): string => `${UserId ?? `g${GroupId}`} ${InheritedFrom}`;

async function listInherited(deps: Deps, object: Grantable): Promise<InheritedRow[]> {
  const { kind, deploymentId, libraryId, path } = object;
  if (kind === 'library') return [];
  const above = { libraryId, path: kind === 'folder' ? path.slice(0, -1) : path };
  return listEntriesAbove(deps.sql, deploymentId, above);
}
