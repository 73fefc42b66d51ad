import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { type Actor, actorOf } from '../../core/actor.ts';
import { accessDocument, accessFolder, accessLibrary } from '../tree/tree.access.ts';
import { findFolder, findLibrary } from '../tree/tree.queries.ts';
import { DocumentParams, FolderParams, LibraryParams } from '../tree/tree.schema.ts';
import { findStarsAt } from '../stars/stars.queries.ts';
import { presentPlace } from './places.presenter.ts';
import { type ChildRights, listExceptions, listSteps } from './places.queries.ts';
import { PlaceSchema } from './places.schema.ts';
import { placeDocs } from './places.docs.ts';

const response = { 200: PlaceSchema };

/** Where an object lies and what the caller can do (docs/api/permissions.md#place). */
export function placeRoutes(app: App, deps: Deps): void {
  const { sql } = deps;

  app.get('/api/libraries/:libraryId/place', {
    schema: { ...placeDocs.getLibraryPlace, params: LibraryParams, response },
    handler: async (request) => {
      const actor = actorOf(request);
      const library = await accessLibrary(sql, actor, request.params.libraryId, 'View');
      const [exceptions, starred] = await Promise.all([
        listExceptions(sql, actor, { ...library, folderId: null }),
        findStarsAt(sql, actor, { kind: 'library', id: library.libraryId }),
      ]);
      const { rights } = library;
      return presentPlace(actor, { kind: 'library', library, steps: [], rights, exceptions, ...starred });
    },
  });

  app.get('/api/folders/:folderId/place', {
    schema: { ...placeDocs.getFolderPlace, params: FolderParams, response },
    handler: async (request) => {
      const actor = actorOf(request);
      const folder = await accessFolder(sql, actor, request.params.folderId, 'View');
      const exceptions = await listExceptions(sql, actor, folder);
      return placeOf(deps, actor, { ...folder, kind: 'folder', id: folder.folderId, exceptions });
    },
  });

  app.get('/api/documents/:documentId/place', {
    schema: { ...placeDocs.getDocumentPlace, params: DocumentParams, response },
    handler: async (request) => {
      const actor = actorOf(request);
      const document = await accessDocument(sql, actor, request.params.documentId, 'View');
      const folder = await findFolder(sql, actor, document.folderId);
      // It was purged a moment ago, together with the document.
      if (folder === undefined) throw notFound('document');
      const { documentId: id, rights, name } = document;
      return placeOf(deps, actor, { ...folder, kind: 'document', id, rights, exceptions: [], document: name });
    },
  });
}

type Located = {
  kind: 'folder' | 'document';
  id: number;
  libraryId: number;
  path: number[];
  rights: number;
  exceptions: ChildRights[];
  document?: string;
};

async function placeOf(
  { sql }: Deps,
  actor: Actor,
  { libraryId, path, id, ...thing }: Located,
): Promise<Static<typeof PlaceSchema>> {
  const [library, steps, starred] = await Promise.all([
    findLibrary(sql, actor, libraryId),
    listSteps(sql, actor, path),
    findStarsAt(sql, actor, { kind: thing.kind, id }),
  ]);
  if (library === undefined) throw notFound('library');
  return presentPlace(actor, { library, steps, ...thing, ...starred });
}
