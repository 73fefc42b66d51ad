import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { nameKey } from '../../platform/values/names.ts';
import { actorOf } from '../../core/actor.ts';
import { accessLibrary } from '../tree/tree.access.ts';
import { LibraryParams } from '../tree/tree.schema.ts';
import { mayReadLibrary } from './tag-types.access.ts';
import { changeTagType, createTagType, deleteTagType } from './tag-types.actions.ts';
import { presentTagType } from './tag-types.presenter.ts';
import { type TagTypeKey, findTagTypeByName, listTagTypes } from './tag-types.queries.ts';
import {
  AccessDeniedSchema,
  ChangeTagTypeBody,
  ConstraintsBody,
  CreateTagTypeBody,
  TagTypeSchema,
} from './tag-types.schema.ts';
import { tagTypeDocs } from './tag-types.docs.ts';

// A single parameter for a name in one operation and an id in the others, because OpenAPI treats them as one path.
const TagTypeParams = Type.Object({
  libraryId: Type.Integer({ description: 'The library.' }),
  tagType: Type.Integer({ description: 'Its id.' }),
});

/** docs/api/tags.md#tag-types-of-a-library */
export function tagTypeRoutes(app: App, deps: Deps): void {
  readRoutes(app, deps);
  byNameRoute(app, deps);
  writeRoutes(app, deps);
  deleteRoute(app, deps);
  constraintsRoute(app, deps);
}

function readRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.get('/api/libraries/:libraryId/tagtypes', {
    schema: {
      ...tagTypeDocs.listTagTypes,
      params: LibraryParams,
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(TagTypeSchema) },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const page = readPage<TagTypeKey>(request.query, ['string', 'number']);
      const { libraryId } = await accessLibrary(deps.sql, actor, request.params.libraryId, 'View');
      const rows = await listTagTypes(deps.sql, actor.deploymentId, libraryId, page);
      const kept = cutPage({ request, reply, baseUrl }, page, rows, (row) => [row.nameKey, row.tagTypeId]);
      return kept.map((row) => presentTagType(baseUrl, row));
    },
  });
}

function byNameRoute(app: App, deps: Deps): void {
  app.get('/api/libraries/:libraryId/tagtypes/:tagType', {
    schema: {
      ...tagTypeDocs.findTagTypes,
      params: Type.Object({
        libraryId: Type.Integer({ description: 'The library.' }),
        tagType: Type.String({ description: 'Its name.' }),
      }),
      response: { 200: Type.Array(TagTypeSchema), 403: AccessDeniedSchema },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const { libraryId, tagType: name } = request.params;
      if (!(await mayReadLibrary(deps.sql, actor, libraryId))) return reply.code(403).send({ AccessDenied: true });
      // PostgreSQL rejects text with a NUL, and no name has one.
      const row = name.includes('\0')
        ? undefined
        : await findTagTypeByName(deps.sql, actor.deploymentId, libraryId, nameKey(name.trim()));
      if (row === undefined) throw notFound('tag type');
      return [presentTagType(deps.config.baseUrl, row)];
    },
  });
}

function writeRoutes(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.post('/api/libraries/:libraryId/tagtypes', {
    config: { creates: 'thing' },
    schema: {
      ...tagTypeDocs.createTagType,
      params: LibraryParams,
      body: CreateTagTypeBody,
      response: { 201: TagTypeSchema },
    },
    handler: async (request, reply) => {
      const row = await createTagType(deps, actorOf(request), request.params.libraryId, request.body);
      return reply.code(201).send(presentTagType(baseUrl, row));
    },
  });

  app.patch('/api/libraries/:libraryId/tagtypes/:tagType', {
    schema: {
      ...tagTypeDocs.updateTagType,
      params: TagTypeParams,
      body: ChangeTagTypeBody,
      response: { 200: TagTypeSchema },
    },
    handler: async (request) => {
      const { libraryId, tagType } = request.params;
      return presentTagType(baseUrl, await changeTagType(deps, actorOf(request), libraryId, tagType, request.body));
    },
  });
}

function deleteRoute(app: App, deps: Deps): void {
  app.delete('/api/libraries/:libraryId/tagtypes/:tagType', {
    schema: { ...tagTypeDocs.deleteTagType, params: TagTypeParams, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      const { libraryId, tagType } = request.params;
      await deleteTagType(deps, actorOf(request), libraryId, tagType);
      return reply.code(204).send(null);
    },
  });
}

function constraintsRoute(app: App, deps: Deps): void {
  const { baseUrl } = deps.config;

  app.put('/api/libraries/:libraryId/tagtypes/:tagType/constraints', {
    schema: {
      ...tagTypeDocs.setTagTypeConstraints,
      params: TagTypeParams,
      body: ConstraintsBody,
      response: { 200: TagTypeSchema },
    },
    handler: async (request) => {
      const { libraryId, tagType } = request.params;
      const change = { Constraints: request.body };
      return presentTagType(baseUrl, await changeTagType(deps, actorOf(request), libraryId, tagType, change));
    },
  });
}
