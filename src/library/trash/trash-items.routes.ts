import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import type { WithSteps } from '../../platform/steps.ts';
import { actorOf } from '../../core/actor.ts';
import { presentDocument } from '../documents/documents.presenter.ts';
import { DocumentSchema } from '../documents/documents.schema.ts';
import type { DocumentSteps } from '../documents/documents.steps.ts';
import { presentFolder } from '../folders/folders.presenter.ts';
import { FolderSchema } from '../folders/folders.schema.ts';
import { presentLibrary } from '../libraries/libraries.presenter.ts';
import { LibrarySchema } from '../libraries/libraries.schema.ts';
import type { PurgeSteps } from '../purge/purge.steps.ts';
import { documentTag, folderTag, libraryTag } from '../tree/tree.presenter.ts';
import { DocumentParams, FolderParams, LibraryParams } from '../tree/tree.schema.ts';
import { purgeDocument, restoreDocument, trashDocument } from './document-trash.actions.ts';
import { purgeFolder, restoreFolder, trashFolder } from './folder-trash.actions.ts';
import { purgeLibrary, restoreLibrary, trashLibrary } from './library-trash.actions.ts';
import { DeleteQuery, RestoreQuery } from './trash.schema.ts';
import { documentDocs } from '../documents/documents.docs.ts';
import { folderDocs } from '../folders/folders.docs.ts';
import { libraryDocs } from '../libraries/libraries.docs.ts';

/** Deletes, restores and purges libraries, folders and documents (docs/api/trash.md). */
export function trashItemRoutes(app: App, deps: WithSteps<DocumentSteps & PurgeSteps>): void {
  libraryTrashRoutes(app, deps);
  folderTrashRoutes(app, deps);
  documentTrashRoutes(app, deps);
}

function libraryTrashRoutes(app: App, deps: Deps): void {
  const config = { role: 'siteAdmin' } as const;
  const params = LibraryParams;

  app.delete('/api/libraries/:libraryId', {
    config,
    schema: {
      ...libraryDocs.deleteLibrary,
      params,
      querystring: DeleteQuery,
      response: { 204: Type.Null() },
    },
    handler: async (request, reply) => {
      const { purge, onlyInTrash = false } = request.query;
      if (purge === true) await purgeLibrary(deps, actorOf(request), request.params.libraryId, onlyInTrash);
      else await trashLibrary(deps, actorOf(request), request.params.libraryId);
      return reply.code(204).send(null);
    },
  });

  app.patch('/api/libraries/:libraryId/restore', {
    config,
    schema: {
      ...libraryDocs.restoreLibrary,
      params,
      response: { 200: LibrarySchema },
    },
    handler: async (request, reply) => {
      const library = await restoreLibrary(deps, actorOf(request), request.params.libraryId);
      reply.header('etag', libraryTag(library));
      return presentLibrary(deps.config.baseUrl, library);
    },
  });
}

function folderTrashRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;
  const params = FolderParams;
  const response = { 200: FolderSchema };

  app.delete('/api/folders/:folderId', {
    schema: {
      ...folderDocs.deleteFolder,
      params,
      querystring: DeleteQuery,
      response: { 204: Type.Null() },
    },
    handler: async (request, reply) => {
      const { purge, onlyInTrash = false } = request.query;
      if (purge === true) await purgeFolder(deps, actorOf(request), request.params.folderId, onlyInTrash);
      else await trashFolder(deps, actorOf(request), request.params.folderId);
      return reply.code(204).send(null);
    },
  });

  app.patch('/api/folders/:folderId/restore', {
    schema: {
      ...folderDocs.restoreFolder,
      params,
      querystring: RestoreQuery,
      response,
    },
    handler: async (request, reply) => {
      const folder = await restoreFolder(deps, actorOf(request), request.params.folderId, request.query.into);
      reply.header('etag', folderTag(folder));
      return presentFolder(baseUrl, folder);
    },
  });
}

function documentTrashRoutes(app: App, deps: WithSteps<DocumentSteps & PurgeSteps>): void {
  const params = DocumentParams;
  const response = { 200: DocumentSchema };

  app.delete('/api/documents/:documentId', {
    schema: {
      ...documentDocs.deleteDocument,
      params,
      querystring: DeleteQuery,
      response: { 204: Type.Null() },
    },
    handler: async (request, reply) => {
      const { purge, onlyInTrash = false } = request.query;
      if (purge === true) await purgeDocument(deps, actorOf(request), request.params.documentId, onlyInTrash);
      else await trashDocument(deps, actorOf(request), request.params.documentId);
      return reply.code(204).send(null);
    },
  });

  app.patch('/api/documents/:documentId/restore', {
    schema: {
      ...documentDocs.restoreDocument,
      params,
      querystring: RestoreQuery,
      response,
    },
    handler: async (request, reply) => {
      const { documentId } = request.params;
      const document = await restoreDocument(deps, actorOf(request), documentId, request.query.into);
      reply.header('etag', documentTag(document));
      return presentDocument(deps.config.baseUrl, document);
    },
  });
}
