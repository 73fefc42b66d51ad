/**
 * Candidates of a search inside documents: rows of the index with the words, in places that the caller can reach, before
 * rights are checked (decision 0102). The number of rows and blocks that are read is bounded, however many documents there
 * are. The words of documents outside these places are never looked at.
 */
import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import type { Search } from '../search-query/resolve.ts';
import type { RowCheck } from '../search-query/terms.ts';

/** Rows that are read in each window. */
const MAX_READ = 5000;
/** Windows end when this many were found, because most of them are readable. */
const ENOUGH = 5000;
/** The same with conditions that the index cannot check: the text of each row is read. */
const MAX_CHECKED = 2500;
const ENOUGH_CHECKED = 1500;
/** Windows of the newest eras; after them all others. */
const WINDOWS = [1, 8, 64];
/** Documents with entries of their own, and starred ones. */
const MAX_SINGLE = 2000;

/**
 * `isSmall`: few documents are in the folder, so that all eras are read at once, which takes no blocks for documents elsewhere.
 * `documentIds`: only these documents.
 */
export type Scope = { libraryId?: number; folderId?: number | null; isSmall?: boolean; documentIds?: number[] };

/**
 * A WITH list: `candidates` with `document_id`, `folder_id`, `blob_id`, `modified_at`, `head` and `is_named`; `bounds` with one row,
 * whose `is_cut` says whether there may be others. Indexes: document_search_words, document_search_pkey, permissions_principal.
 */
export function findCandidates(sql: Db, actor: Actor, search: Search, scope: Scope): Fragment {
  const passes = passesOf(sql, actor, search, scope);
  const every = passes.map(({ name }) => sql`select * from ${sql(name)}`);
  return sql`reach as materialized (${reachOf(sql, actor, scope)}),
    ${join(
      sql,
      passes.map(
        ({ name, read, query }) =>
          sql`${sql(`read_${name}`)} as materialized (${read}), ${sql(name)} as materialized (${query})`,
      ),
      sql`, `,
    )},
    candidates as materialized (
      select distinct on (document_id) * from (${join(sql, every, sql` union all `)}) found
      order by document_id, is_named desc
    ), bounds as materialized (
      select ${isCut(sql, search, passes)} as is_cut
    )`;
}

/** `read`: the name of the rows before `query` checks them. */
type Pass = { name: string; read: Fragment; query: Fragment };

function passesOf(sql: Db, actor: Actor, search: Search, scope: Scope): Pass[] {
  if (scope.documentIds !== undefined) return [given(sql, actor, search, { ...scope, documentIds: scope.documentIds })];
  if (search.isStarred) return [starred(sql, actor, search, scope)];
  return [
    // Below a folder that the caller reads, all documents are in its place.
    ...(scope.folderId ? [] : [single(sql, actor, search, scope)]),
    ...(search.terms.inName === null ? [] : windows(sql, search, scope, 'named')),
    ...windows(sql, search, scope, 'any'),
  ];
}

// A window was full, or later ones were not read.
function isCut(sql: Db, search: Search, passes: Pass[]): Fragment {
  const counts = (part: string, of: Pass[]) => of.map(({ name }) => sql`(select count(*) from ${sql(part + name)})`);
  const full = counts('read_', passes).map((count) => sql`${count} >= ${mostOf(search)}`);
  const sums = ['named_', 'any_']
    .map((kind) => passes.filter(({ name }) => name.startsWith(kind)))
    .filter((windowed) => windowed.length > 0)
    .map((windowed) => sql`${join(sql, counts('', windowed), sql` + `)} >= ${enoughOf(search)}`);
  return join(sql, [...full, ...sums], sql` or `);
}

/** Joins fragments; there is at least one. */
export function join(sql: Db, fragments: Fragment[], separator: Fragment): Fragment {
  return fragments.reduce((all, fragment) => sql`${all}${separator}${fragment}`);
}

// The keys of places with a grant, and whatever is below them. Site admins reach all corporate libraries. The folder of a scope is
// readable, and neither grants elsewhere nor their documents have an effect.
function reachOf(sql: Db, actor: Actor, { folderId }: Scope): Fragment {
  const { deploymentId, userId, now } = actor;
  if (folderId) return sql`select array[${folderId * 4 + 2}]::bigint[] as keys`;
  return sql`
    select coalesce(array_agg(distinct key), '{}')::bigint[] as keys from (
      select library_id * 4 + 1 as key from libraries where deployment_id = ${deploymentId} and owner_id = ${userId}
      union all
      select ${deploymentId}::bigint * 4 + 3 where ${actor.isSiteAdmin}
      union all
      select coalesce(library_id * 4 + 1, folder_id * 4 + 2) from permissions
      where deployment_id = ${deploymentId} and principal = any (principals_of(${deploymentId}, ${userId}))
        and document_id is null and allow <> 0 and (expires_at is null or expires_at > ${now})
    ) granted`;
}

// The index is asked for the places, the eras and the words together. Each window is read only if those before found too few.
function windows(sql: Db, search: Search, scope: Scope, kind: 'named' | 'any'): Pass[] {
  const query = kind === 'named' ? search.terms.inName : search.terms.anywhere;
  const words = query === null ? sql`` : sql`and s.lexemes @@ ${query}::tsquery`;
  const isNamed = kind === 'named' ? sql`true` : sql`false`;
  const sizes = scope.isSmall === true ? [] : WINDOWS;
  return [...sizes, null].map((size, at) => {
    const from = size === null ? sql`` : sql`and s.era > ${eraBack(sql, size)}`;
    const before = sizes[at - 1];
    const to = before === undefined ? sql`` : sql`and s.era <= ${eraBack(sql, before)}`;
    const earlier = sizes.slice(0, at).map((_, n) => sql`(select count(*) from ${sql(`${kind}_${n}`)})`);
    const enough = earlier.length === 0 ? sql`` : sql`and ${join(sql, earlier, sql` + `)} < ${enoughOf(search)}`;
    const name = `${kind}_${at}`;
    return {
      name,
      read: sql`
        select s.deployment_id, s.document_id, s.folder_id, s.blob_id, s.modified_at, s.head, ${isNamed} as is_named
        from document_search s
        where s.places && (select keys from reach) ${words} ${from} ${to} ${liesIn(sql, search, scope)} ${enough}
        limit ${mostOf(search)}`,
      query: passed(sql, search, name),
    };
  });
}

// An integer like the eras: the index cannot compare other types.
function eraBack(sql: Db, eras: number): Fragment {
  return sql`(select (last_value / 4096 - ${eras})::integer from search_runs)`;
}

// Documents that somebody shared with the caller one by one.
function single(sql: Db, actor: Actor, search: Search, scope: Scope): Pass {
  const ids = sql`
    select document_id from permissions
    where deployment_id = ${actor.deploymentId} and principal = any (principals_of(${actor.deploymentId}, ${actor.userId}))
      and document_id is not null and allow <> 0 and (expires_at is null or expires_at > ${actor.now})
    order by document_id desc limit ${MAX_SINGLE}`;
  return { name: 'single', read: lookedUp(sql, actor, search, scope, ids), query: passed(sql, search, 'single') };
}

function given(sql: Db, actor: Actor, search: Search, scope: Scope & { documentIds: number[] }): Pass {
  const ids = sql`select unnest(${scope.documentIds}::bigint[]) as document_id`;
  return { name: 'given', read: lookedUp(sql, actor, search, scope, ids), query: passed(sql, search, 'given') };
}

function starred(sql: Db, actor: Actor, search: Search, scope: Scope): Pass {
  const ids = sql`
    select document_id from stars
    where deployment_id = ${actor.deploymentId} and user_id = ${actor.userId} and document_id is not null
    order by document_id desc limit ${MAX_READ}`;
  return { name: 'starred', read: lookedUp(sql, actor, search, scope, ids), query: passed(sql, search, 'starred') };
}

function lookedUp(sql: Db, actor: Actor, search: Search, scope: Scope, ids: Fragment): Fragment {
  const { anywhere, inName } = search.terms;
  const words = anywhere === null ? sql`` : sql`and s.lexemes @@ ${anywhere}::tsquery`;
  const isNamed = inName === null ? sql`false` : sql`s.lexemes @@ ${inName}::tsquery`;
  return sql`
    select s.* from (${ids}) one cross join lateral (
      select s.deployment_id, s.document_id, s.folder_id, s.blob_id, s.modified_at, s.head, ${isNamed} as is_named
      from document_search s
      where s.deployment_id = ${actor.deploymentId} and s.document_id = one.document_id ${words} ${liesIn(sql, search, scope)}
      offset 0
    ) s`;
}

/** The keys of places (search_place_keys): a document must have one of each list. */
export function placeKeys(places: Search['places'], { libraryId, folderId }: Scope): number[][] {
  const keyOf = (place: { libraryId: number; folderId: number | null }) =>
    place.folderId === null ? place.libraryId * 4 + 1 : place.folderId * 4 + 2;
  return [
    ...(libraryId === undefined ? [] : [[libraryId * 4 + 1]]),
    ...(folderId === undefined || folderId === null ? [] : [[folderId * 4 + 2]]),
    ...places.map((found) => found.map(keyOf)),
  ];
}

// Also the dates: those that do not fit must not fill a window.
function liesIn(sql: Db, { places, modified }: Search, scope: Scope): Fragment {
  const wanted = placeKeys(places, scope);
  const { from, to } = modified;
  const dated = sql`${from === null ? sql`` : sql`and s.modified_at >= ${from}`} ${to === null ? sql`` : sql`and s.modified_at <= ${to}`}`;
  return wanted.reduce((all, keys): Fragment => sql`${all} and s.places && ${keys}::bigint[]`, dated);
}

// Words in order, and beginnings of words, by the positions of the words in name, tags and text.
function passed(sql: Db, { terms }: Search, name: string): Fragment {
  const checks = terms.checks.reduce((all, check): Fragment => sql`${all} and ${isPassed(sql, check)}`, sql`true`);
  // Only what is compared, so that other words do not affect the rank. The mark at the end has weight D.
  const head = terms.parts === 'all' ? sql`s.head` : sql`ts_filter(s.head, '{a,d}')`;
  return sql`
    select s.deployment_id, s.document_id, s.folder_id, s.blob_id, s.modified_at, ${head} as head, s.is_named
    from ${sql(`read_${name}`)} s where ${checks}`;
}

function isPassed(sql: Db, { head, text, isNot, onlyIf }: RowCheck): Fragment {
  const inText = sql`coalesce((
    select x.vector @@ ${text}::tsquery from content_texts x
    where x.deployment_id = s.deployment_id and x.blob_id = s.blob_id), false)`;
  const holds = sql`(s.head @@ ${head}::tsquery ${text === null ? sql`` : sql`or ${inText}`})`;
  if (onlyIf !== null) return sql`case when s.head @@ ${onlyIf}::tsquery then ${holds} else true end`;
  return isNot ? sql`not ${holds}` : holds;
}

function mostOf({ terms }: Search): number {
  return terms.checks.length === 0 ? MAX_READ : MAX_CHECKED;
}

function enoughOf({ terms }: Search): number {
  return terms.checks.length === 0 ? ENOUGH : ENOUGH_CHECKED;
}
