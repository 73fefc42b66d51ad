import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../actor.ts';
import { assertRight } from '../permissions/rights.ts';
import { accessTagTypeWithLibrary } from '../tags/tag-types.access.ts';
import { listValues } from './value-list.queries.ts';

/** Contract: GET /api/tagtypes/{tagtypeId}/values. */
export function valueListRoutes(app: App, deps: Deps): void {
  app.get('/api/tagtypes/:tagTypeId/values', {
    schema: {
      tags: ['Tags'],
      summary: 'List the values of a tag type on the documents that you may read',
      params: Type.Object({ tagTypeId: Type.Integer() }),
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(Type.String()) },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const page = readPage<[string]>(request.query, ['string']);
      const { tagType, library } = await accessTagTypeWithLibrary(deps.sql, actor, request.params.tagTypeId);
      const rows = await listValues(deps.sql, actor, tagType, page);
      // Who may read a part of the library comes here by the folder's list of tag types, and gets what lies in that part.
      if (rows.length === 0) assertRight(library.rights, 'Read', 'library');
      return cutPage(reply, request, deps.config.baseUrl, page, rows, (row) => [row.key]).map((row) => row.value);
    },
  });
}
