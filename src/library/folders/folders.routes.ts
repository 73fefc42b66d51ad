import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { isCurrent } from '../../platform/http/files/entity-tag.ts';
import { sendEmpty } from '../../platform/http/files/empty-answer.ts';
import type { WithSteps } from '../../platform/steps.ts';
import { actorOf } from '../../core/actor.ts';
import { folderTag } from '../tree/tree.presenter.ts';
import { FolderParams, LibraryParams } from '../tree/tree.schema.ts';
import { changeFolder } from './folders.change.ts';
import { copyFolder } from './folders.copy.ts';
import type { FolderSteps } from './folders.steps.ts';
import { createFolder } from './folders.create.ts';
import { getFolder } from './read-folder.ts';
import { presentFolder } from './folders.presenter.ts';
import { ChangeFolderBody, CopyFolderBody, CreateFolderBody, EmbedQuery, FolderSchema } from './folders.schema.ts';
import { folderListRoutes } from './folder-lists.routes.ts';
import { childFolderDocs, folderDocs, rootFolderDocs } from './folders.docs.ts';

/** Folders (docs/api/folders.md#operations). */
export function folderRoutes(app: App, deps: WithSteps<FolderSteps>): void {
  folderGetRoutes(app, deps);
  folderListRoutes(app, deps);
  folderCreateRoutes(app, deps);
  folderChangeRoutes(app, deps);
}

function folderGetRoutes(app: App, deps: Deps): void {
  const response = { 200: FolderSchema };

  app.get('/api/folders/:folderId', {
    schema: { ...folderDocs.getFolder, params: FolderParams, querystring: EmbedQuery, response },
    handler: async (request, reply) => {
      const folder = await getFolder(deps, actorOf(request), request.params.folderId, request.query.embed);
      return isCurrent(request, reply, folder.state) ? sendEmpty(reply) : folder.body;
    },
  });

  // Clients build these from Links.Folders and an id.
  app.get('/api/libraries/:libraryId/folders/:folderId', {
    schema: {
      ...rootFolderDocs,
      params: Type.Object({ ...LibraryParams.properties, ...FolderParams.properties }),
      querystring: EmbedQuery,
      response,
    },
    handler: async (request, reply) => {
      const { libraryId, folderId } = request.params;
      const folder = await getFolder(deps, actorOf(request), folderId, request.query.embed, { libraryId });
      return isCurrent(request, reply, folder.state) ? sendEmpty(reply) : folder.body;
    },
  });

  app.get('/api/folders/:parentFolderId/folders/:folderId', {
    schema: {
      ...childFolderDocs,
      params: Type.Object({
        parentFolderId: Type.Integer({ description: 'The folder that the child lies in.' }),
        ...FolderParams.properties,
      }),
      querystring: EmbedQuery,
      response,
    },
    handler: async (request, reply) => {
      const { parentFolderId: parentId, folderId } = request.params;
      const folder = await getFolder(deps, actorOf(request), folderId, request.query.embed, { parentId });
      return isCurrent(request, reply, folder.state) ? sendEmpty(reply) : folder.body;
    },
  });
}

function folderCreateRoutes(app: App, deps: WithSteps<FolderSteps>): void {
  const { baseUrl } = deps.config;
  const response = {
    200: FolderSchema,
    201: FolderSchema,
  };

  app.post('/api/libraries/:libraryId/folders', {
    config: { creates: 'thing' },
    schema: { ...folderDocs.createLibraryFolder, params: LibraryParams, body: CreateFolderBody, response },
    handler: async (request, reply) => {
      const folder = await createFolder(deps, actorOf(request), request.params, request.body);
      const body = presentFolder(baseUrl, folder);
      return folder.isNew ? reply.code(201).header('location', body.Links.Self).send(body) : reply.code(200).send(body);
    },
  });

  app.post('/api/folders/:folderId/folders', {
    config: { creates: 'thing' },
    schema: { ...folderDocs.createChildFolder, params: FolderParams, body: CreateFolderBody, response },
    handler: async (request, reply) => {
      const folder = await createFolder(deps, actorOf(request), request.params, request.body);
      const body = presentFolder(baseUrl, folder);
      return folder.isNew ? reply.code(201).header('location', body.Links.Self).send(body) : reply.code(200).send(body);
    },
  });
}

function folderChangeRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;
  const params = FolderParams;
  const response = { 200: FolderSchema };

  app.patch('/api/folders/:folderId', {
    schema: { ...folderDocs.updateFolder, params, body: ChangeFolderBody, response },
    handler: async (request, reply) => {
      const folder = await changeFolder(deps, actorOf(request), request.params.folderId, request.body);
      reply.header('etag', folderTag(folder));
      return presentFolder(baseUrl, folder);
    },
  });

  app.post('/api/folders/:folderId/copy', {
    config: { creates: 'thing' },
    schema: {
      ...folderDocs.copyFolder,
      params,
      body: CopyFolderBody,
      response: { 201: FolderSchema },
    },
    handler: async (request, reply) => {
      const { folderId } = request.params;
      const body = presentFolder(baseUrl, await copyFolder(deps, actorOf(request), folderId, request.body));
      return reply.code(201).header('location', body.Links.Self).send(body);
    },
  });
}
