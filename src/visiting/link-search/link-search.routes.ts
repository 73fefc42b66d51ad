import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, readPage } from '../../platform/http/paging.ts';
import { folderOf } from '../../library/name-search/name-search.queries.ts';
import { type FoundMatch, type SearchKey, runSearch } from '../../library/search/run-search.ts';
import type { SearchedParts } from '../../library/search-query/terms.ts';
import { LinkFolderParams } from '../link-routes/visits.schema.ts';
import { isLimited } from '../visits/downloads.ts';
import { type Visit, accessFolderInVisit } from '../visits/visits.access.ts';
import { openVisitScope, visitOf, visitScope } from '../visits/visits.http.ts';
import { linkSearchDocs } from './link-search.docs.ts';
import { presentVisitMatch } from './link-search.presenter.ts';
import { findPathsBelow } from './link-search.queries.ts';
import { LinkSearchQuery, VisitFoundItemSchema } from './link-search.schema.ts';
import { STATEMENT_MS, countSearch, searchTurns } from './search-turns.ts';

const PAGE = 20;
const MAX_PAGE = 50;

/** docs/api/links.md#search */
export function linkSearchRoutes(app: App, deps: Deps): void {
  const inTurn = searchTurns();
  visitScope(app, deps, (scope) => {
    openVisitScope(scope, deps, (inner) => {
      inner.get('/link/:reference/folders/:folderId/search', {
        config: { public: true },
        schema: {
          ...linkSearchDocs.searchVisitFolder,
          params: LinkFolderParams,
          querystring: LinkSearchQuery,
          response: { 200: Type.Array(VisitFoundItemSchema) },
        },
        handler: async (request, reply) => {
          const visit = visitOf(request);
          const { q, top = PAGE, ...rest } = request.query;
          const limit = Math.min(top, MAX_PAGE);
          const page = { ...readPage<SearchKey>({ ...rest, top: limit }, ['number', 'number', 'number']), limit };
          const { folderId } = await accessFolderInVisit(deps.sql, visit, request.params.folderId, 'View');
          await countSearch(deps.sql, visit);
          const found = await inTurn(visit, () => searchFolder(deps, visit, { folderId, query: q }, page));
          reply.header('x-total-count', found.total);
          if (found.isCut) reply.header('x-search-incomplete', 'true');
          const at = { request, reply, baseUrl: deps.config.webUrl };
          return cutPage(at, page, found.items, keyOf).flatMap((match) => {
            // A folder that was moved away meanwhile has no path.
            const path = found.paths.get(folderOf(match));
            return path === undefined ? [] : [presentVisitMatch(deps.config, visit, match, path)];
          });
        },
      });
    });
  });
}

type Asked = { folderId: number; query: string };
type Page = Parameters<typeof runSearch>[3];

async function searchFolder({ sql }: Deps, visit: Visit, { folderId, query }: Asked, page: Page) {
  const sharedId = visit.folder?.folderId ?? folderId;
  const visitor = { folderId: sharedId, parts: partsOf(visit) };
  const asked = { query, parameters: {}, scope: { folderId }, visitor, statementMs: STATEMENT_MS };
  const found = await runSearch(sql, visit.actor, asked, page);
  return { ...found, paths: await findPathsBelow(sql, visit.actor, sharedId, found.items.map(folderOf)) };
}

// Snippets are text of documents, and so is whether a document has a phrase (docs/api/links.md#viewing-only).
function partsOf(visit: Visit): SearchedParts {
  return visit.share.allowDownload && !isLimited(visit) ? 'untagged' : 'names';
}

function keyOf({ score, kind, id }: FoundMatch): SearchKey {
  return [score, kind, id];
}
