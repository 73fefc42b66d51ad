import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../../core/actor.ts';
import { accessFolder } from '../tree/tree.access.ts';
import { FolderParams } from '../tree/tree.schema.ts';
import { putFolderConstraints, putFolderTagTypes } from './folder-tag-types.actions.ts';
import { listFolderTagTypes } from './folder-tag-types.queries.ts';
import { presentTagType } from './tag-types.presenter.ts';
import type { TagTypeKey } from './tag-types.queries.ts';
import { AssociationsBody, ConstraintsBody, TagTypeSchema } from './tag-types.schema.ts';
import { tagTypeDocs } from './tag-types.docs.ts';

/** docs/api/tags.md#tag-types-of-a-folder */
export function folderTagTypeRoutes(app: App, deps: Deps): void {
  readRoute(app, deps);
  writeRoutes(app, deps);
}

const response = { 200: Type.Array(TagTypeSchema) };

function readRoute(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.get('/api/folders/:folderId/tagtypes', {
    schema: {
      ...tagTypeDocs.listFolderTagTypes,
      params: FolderParams,
      querystring: Type.Object(pageQuery),
      response,
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const page = readPage<TagTypeKey>(request.query, ['string', 'number']);
      const { folderId } = await accessFolder(deps.sql, actor, request.params.folderId, 'View');
      const rows = await listFolderTagTypes(deps.sql, actor.deploymentId, folderId, page);
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.nameKey, row.tagTypeId]);
      return kept.map((row) => presentTagType(baseUrl, row));
    },
  });
}

function writeRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.put('/api/folders/:folderId/tagtypes', {
    schema: {
      ...tagTypeDocs.setFolderTagTypes,
      params: FolderParams,
      body: AssociationsBody,
      response,
    },
    handler: async (request) => {
      const rows = await putFolderTagTypes(deps, actorOf(request), request.params.folderId, request.body);
      return rows.map((row) => presentTagType(baseUrl, row));
    },
  });

  app.put('/api/folders/:folderId/tagtypes/:tagTypeId/constraints', {
    schema: {
      ...tagTypeDocs.setFolderTagTypeConstraints,
      params: Type.Object({
        folderId: Type.Integer({ description: 'The folder.' }),
        tagTypeId: Type.Integer({ description: 'The tag type.' }),
      }),
      body: ConstraintsBody,
      response: { 200: TagTypeSchema },
    },
    handler: async (request) => {
      const { folderId, tagTypeId } = request.params;
      const row = await putFolderConstraints(deps, actorOf(request), folderId, tagTypeId, request.body);
      return presentTagType(baseUrl, row);
    },
  });
}
