/** Runs a search inside documents: all its statements in one snapshot, so that rights cannot change between them. */
import type { Db, Sql, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import { searchByName } from '../name-search/name-search.queries.ts';
import { findParts } from '../name-search/parts.queries.ts';
import type { Actor } from '../../core/actor.ts';
import type { Scope } from './candidates.queries.ts';
import { type FacetRow, countFacets } from './facets.queries.ts';
import { MAX_MATCHES, TIERS } from './matches.queries.ts';
import { type Search, type SearchText, resolveSearch } from '../search-query/resolve.ts';
import { findFolders } from './folders.queries.ts';
import { type FoundItem, type Match, describeItems, findDocuments, isSmallFolder } from './search.queries.ts';
import { type FoundText, findSnippets } from './snippets.ts';
import { inTime } from './time-limit.ts';

/** `statementMs`: each statement of the search is canceled after this time. */
export type SearchRequest = SearchText & { scope: Scope; statementMs?: number };

/** The cursor: score, kind, id. */
export type SearchKey = [number, number, number];

/** An item of a page. `text` is null for folders, and for documents whose text has none of the words. */
export type FoundMatch = FoundItem & { tier: number; text: FoundText | null };

/** One more item than the page; `total` counts at most MAX_MATCHES. */
export type Found = { items: FoundMatch[]; total: number; isCut: boolean };

/** The page of matches after the cursor, the best first. 400 for a query that cannot be read. */
export async function runSearch(
  sql: Sql,
  actor: Actor,
  { scope, statementMs, ...text }: SearchRequest,
  page: Page<SearchKey> & { limit: number },
): Promise<Found> {
  const work = async (tx: Tx): Promise<Found> => {
    const search = await resolveSearch(tx, actor, text);
    const { visitor } = text;
    const isSmall = visitor !== undefined && (await isSmallFolder(tx, actor, visitor.folderId));
    const { matches, isCut } = await findMatches(tx, actor, search, { ...scope, isSmall });
    const total = Math.min(matches.length, MAX_MATCHES);
    const rest = page.after === null ? matches : matches.filter((match) => isAfter(match, page.after));
    const wanted = rest.slice(0, page.limit + 1);
    const described = new Map((await describeItems(tx, actor, wanted)).map((item) => [keyOf(item), item]));
    const items = wanted.flatMap((match) => {
      const item = described.get(keyOf(match));
      return item === undefined ? [] : [{ ...item, score: match.score, tier: match.tier }];
    });
    return { items: await withTexts(tx, actor, search, items), total, isCut };
  };
  return inTime(sql, work, statementMs);
}

/** Counts of the same matches without folders, by facet. */
export async function runFacets(sql: Sql, actor: Actor, { scope, ...text }: SearchRequest): Promise<FacetRow[]> {
  return inTime(sql, async (tx) => countFacets(tx, actor, await resolveSearch(tx, actor, text), scope));
}

async function findMatches(sql: Db, actor: Actor, search: Search, scope: Scope) {
  const documents = await findDocuments(sql, actor, search, scope);
  const folders = listsFolders(search) ? await findFolders(sql, actor, search, scope) : { matches: [], isCut: false };
  const parts =
    isPlain(search) && documents.matches.length < FEW
      ? await findPartsOfNames(sql, actor, search, scope)
      : { matches: [], isCut: false };
  const known = new Set([...documents.matches, ...folders.matches].map(keyOf));
  const others = parts.matches.filter((match) => !known.has(keyOf(match)));
  const matches = [...documents.matches, ...folders.matches, ...others];
  matches.sort((a, b) => b.score - a.score || b.kind - a.kind || b.id - a.id);
  const isCut = search.isCut || documents.isCut || folders.isCut || parts.isCut || matches.length > MAX_MATCHES;
  return { matches: matches.slice(0, MAX_MATCHES), isCut };
}

// By words, or all that are starred or of this type. Other filters alone are about documents.
function listsFolders({ admitsFolders, parsed, isStarred, asksForFolders }: Search): boolean {
  return admitsFolders && (parsed.all.length > 0 || isStarred || asksForFolders);
}

/** With fewer matches than this, names that only contain the text are found as well. */
const FEW = 20;
const MAX_PARTS = 50;

// Parts of words, such as the digits in a code: only words alone, which are at least one without filters. Not for visitors, because names
// outside a folder affect how many of its names this search compares.
function isPlain({ parsed, modified, tags, isStarred, places, admitsFolders, terms }: Search): boolean {
  const { all, none, types, owners } = parsed;
  const isFiltered = types.length + owners.length + tags.length + places.length > 0 || isStarred || !admitsFolders;
  return (
    terms.parts === 'all' &&
    all.length > 0 &&
    none.length === 0 &&
    !isFiltered &&
    modified.from === null &&
    modified.to === null &&
    all.every((clause) => clause.length === 1)
  );
}

// Folders are found by parts of their names anyway.
async function findPartsOfNames(
  sql: Db,
  actor: Actor,
  { parsed }: Search,
  scope: Scope,
): Promise<{ matches: Match[]; isCut: boolean }> {
  const words = parsed.all.flat().flatMap(({ names }) => names);
  const page = { limit: MAX_PARTS, after: null };
  const near = await findParts(sql, actor, scope, words, MAX_PARTS + 1);
  // Its own bounds count names that the caller cannot read.
  const items = near ?? (await searchByName(sql, actor, scope, words, page, 'documents')).items;
  // After all whole words.
  const matches = items.slice(0, MAX_PARTS).map(({ id, score }): Match => ({ kind: 3, id, score, tier: TIERS.name }));
  return { matches, isCut: items.length > MAX_PARTS };
}

function keyOf({ kind, id }: { kind: number; id: number }): string {
  return `${kind}:${id}`;
}

function isAfter({ score, kind, id }: Match, after: SearchKey | null): boolean {
  if (after === null) return true;
  const [lastScore, lastKind, lastId] = after;
  return score < lastScore || (score === lastScore && (kind < lastKind || (kind === lastKind && id < lastId)));
}

async function withTexts(
  sql: Db,
  { deploymentId }: Actor,
  { analyzed, terms }: Search,
  items: (FoundItem & { tier: number })[],
): Promise<FoundMatch[]> {
  const blobIds = items.flatMap((item) => (item.kind === 3 ? [item.blobId] : []));
  const found =
    terms.parts === 'names' ? new Map<number, FoundText>() : await findSnippets(sql, deploymentId, blobIds, analyzed);
  return items.map((item) => ({ ...item, text: item.kind === 3 ? (found.get(item.blobId) ?? null) : null }));
}
