import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { type Page, cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { type Actor, actorOf } from '../../core/actor.ts';
import { assertAllowed, isAllowed } from '../rights/allowed.ts';
import { accessTagTypeWithLibrary } from '../tag-types/tag-types.access.ts';
import { type ListedValue, listValuesOfGranted, listValuesOfLibrary } from './value-list.queries.ts';
import { tagDocs } from '../tags/tags.docs.ts';

/** docs/api/tags.md#values-in-use */
export function valueListRoutes(app: App, deps: Deps): void {
  app.get('/api/tagtypes/:tagTypeId/values', {
    schema: {
      ...tagDocs.listTagValues,
      params: Type.Object({ tagTypeId: Type.Integer({ description: 'The tag type.' }) }),
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(Type.String()) },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const page = readPage<[string]>(request.query, ['string']);
      const rows = await accessValues(deps, actor, request.params.tagTypeId, page);
      return cutPage({ request, reply, baseUrl: deps.config.baseUrl }, page, rows, (row) => [row.key]).map(
        (row) => row.value,
      );
    },
  });
}

// Users who can read a part of the library come from the folder's list of tag types, and get the values in that part.
async function accessValues(
  { sql }: Deps,
  actor: Actor,
  tagTypeId: number,
  page: Page<[string]>,
): Promise<ListedValue[]> {
  const { tagType, library } = await accessTagTypeWithLibrary(sql, actor, tagTypeId);
  if (isAllowed(actor, 'library', 'View', library)) return listValuesOfLibrary(sql, actor, tagType, page);
  const rows = await listValuesOfGranted(sql, actor, tagType, page);
  // A page after the last value is empty for users with values before it.
  const [first] =
    page.after === null ? rows : await listValuesOfGranted(sql, actor, tagType, { after: null, limit: 1 });
  if (first === undefined) assertAllowed(actor, 'library', 'View', library);
  return rows;
}
