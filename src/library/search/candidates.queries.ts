/**
 * Candidates of a search inside documents: rows of the index with the words, in places that the caller can reach, before
 * rights are checked (decision 0102). The number of rows and blocks that are read is bounded, however many documents there
 * are. The words of documents outside these places are never looked at.
 */
import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { deniedPlaces } from '../rights/rights.queries.ts';
import type { Search } from '../search-query/resolve.ts';
import { hasChecks, inLanguageOf } from '../search-query/languages.ts';
import type { RowCheck } from '../search-query/terms.ts';

/** Rows of each window that are read, in places that the caller can reach, and of these that nothing hides from the caller. */
const MAX_FETCHED = 20_000;
const MAX_READ = 5000;
/** Windows end when this many were found, because most of them are readable. */
const ENOUGH = 5000;
/** The same with conditions that the index cannot check: the texts of the rows are read, at most these bytes as stored. */
const MAX_CHECKED = 2500;
const MAX_CHECKED_BYTES = 32_000_000;
/** Sections of long texts count as this part of their bytes: a phrase that is in a text is mostly found before its last one. */
const OF_SECTIONS = 4;
const ENOUGH_CHECKED = 1500;
/** Windows of the newest eras, followed by one for all others. Each era is one more key for the index lookup. */
const WINDOWS = [2, 8, 32];
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
  return sql`reach as materialized (${reachOf(sql, actor, scope)}), ${findHidden(sql, actor)},
    ${join(
      sql,
      passes.map(
        ({ name, ids, read, query }) => sql`
          ${ids === undefined ? sql`` : sql`${sql(`ids_${name}`)} as materialized (${ids.query}),`}
          ${sql(`read_${name}`)} as materialized (${read}), ${sql(name)} as materialized (${query})`,
      ),
      sql`, `,
    )},
    candidates as materialized (
      select distinct on (document_id) * from (${join(sql, every, sql` union all `)}) found
      where not is_unread order by document_id, is_named desc
    ), bounds as materialized (
      select ${isCut(sql, search, passes)} as is_cut
    )`;
}

/**
 * `read`: the rows before `query` checks them. `ids`: the documents that `read` looks up, of which there are at most
 * `most`. Rows with `is_unread` were not checked.
 */
type Pass = { name: string; read: Fragment; query: Fragment; ids?: { query: Fragment; most: number } };

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

// A window was full, or later ones were not read. Rows that denials hide are not counted, so that they do not show.
function isCut(sql: Db, search: Search, passes: Pass[]): Fragment {
  const counts = (part: string, of: Pass[]) => of.map(({ name }) => sql`(select count(*) from ${sql(part + name)})`);
  const full = passes.flatMap(({ name, ids }) => [
    ids === undefined
      ? sql`(select count(*) from ${sql(`read_${name}`)}) >= ${mostOf(search)}`
      : sql`(select count(*) from ${sql(`ids_${name}`)}) > ${ids.most}`,
    sql`exists (select from ${sql(name)} where is_unread)`,
  ]);
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

// Places and documents that denials hide, except from owners and site admins. Many hidden rows must not fill a window. Index: permissions_denials.
function findHidden(sql: Db, actor: Actor): Fragment {
  const { deploymentId, userId } = actor;
  return sql`denied as materialized (${deniedPlaces(sql, actor)}), hidden as materialized (
      select coalesce(array_agg(coalesce(library_id * 4 + 1, folder_id * 4 + 2)) filter (where document_id is null), '{}')::bigint[] as keys, array(
        select library_id * 4 + 1 from libraries where deployment_id = ${deploymentId} and owner_id = ${userId}
        union all select ${deploymentId}::bigint * 4 + 3 where ${actor.isSiteAdmin}
      )::bigint[] as unbound
      from denied
    )`;
}

function isShown(sql: Db): Fragment {
  return sql`(s.places && (select unbound from hidden) or not s.places && (select keys from hidden)
    and (s.document_id in (select document_id from denied where document_id is not null)) is not true)`;
}

// The index is asked for the places, the eras and the words together. Eras are keys like places: of conditions for equal keys, PostgreSQL
// reads the rarest first and looks the others up, but it reads all entries of a range. Each window is read only if those before found too few.
function windows(sql: Db, search: Search, scope: Scope, kind: 'named' | 'any'): Pass[] {
  const query = kind === 'named' ? search.terms.inName : search.terms.anywhere;
  const words = query === null ? sql`` : sql`and s.lexemes @@ ${query}::tsquery`;
  const isNamed = kind === 'named' ? sql`true` : sql`false`;
  const sizes = scope.isSmall === true ? [] : WINDOWS;
  return [...sizes, null].map((size, at) => {
    const before = sizes[at - 1] ?? 0;
    const eras = size === null ? notIn(sql, before) : sql`and s.places && ${eraKeys(sql, before, size)}`;
    const earlier = sizes.slice(0, at).map((_, n) => sql`(select count(*) from ${sql(`${kind}_${n}`)})`);
    const enough = earlier.length === 0 ? sql`` : sql`and ${join(sql, earlier, sql` + `)} < ${enoughOf(search)}`;
    const name = `${kind}_${at}`;
    return {
      name,
      read: sql`
        select ${rowsOf(sql)}, ${isNamed} as is_named from (
          select ${rowsOf(sql)}, s.places from document_search s
          where s.places && (select keys from reach) ${words} ${eras} ${liesIn(sql, search, scope)} ${enough}
          limit ${MAX_FETCHED}
        ) s where ${isShown(sql)} limit ${mostOf(search)}`,
      query: passed(sql, search, name),
    };
  });
}

// Of the newest eras, without as many as `from`.
function eraKeys(sql: Db, from: number, to: number): Fragment {
  return sql`(
    select array_agg((last_value / 4096 - back) * 4) from search_runs, generate_series(${from}::bigint, ${to - 1}::bigint) back
  )`;
}

// Rows of all other eras, and rows that the previous release wrote without an era.
function notIn(sql: Db, eras: number): Fragment {
  return eras === 0 ? sql`` : sql`and not s.places && ${eraKeys(sql, 0, eras)}`;
}

function rowsOf(sql: Db): Fragment {
  return sql`s.deployment_id, s.document_id, s.folder_id, s.blob_id, s.modified_at, s.language, s.head`;
}

// Documents that somebody shared with the caller one by one.
function single(sql: Db, actor: Actor, search: Search, scope: Scope): Pass {
  const ids = sql`
    select document_id from permissions
    where deployment_id = ${actor.deploymentId} and principal = any (principals_of(${actor.deploymentId}, ${actor.userId}))
      and document_id is not null and allow <> 0 and (expires_at is null or expires_at > ${actor.now})
    order by document_id desc limit ${MAX_SINGLE + 1}`;
  return lookedUp(sql, actor, search, scope, { name: 'single', ids: { query: ids, most: MAX_SINGLE } });
}

function given(sql: Db, actor: Actor, search: Search, scope: Scope & { documentIds: number[] }): Pass {
  const ids = sql`select unnest(${scope.documentIds}::bigint[]) as document_id`;
  return lookedUp(sql, actor, search, scope, { name: 'given', ids: { query: ids, most: scope.documentIds.length } });
}

function starred(sql: Db, actor: Actor, search: Search, scope: Scope): Pass {
  const ids = sql`
    select document_id from stars
    where deployment_id = ${actor.deploymentId} and user_id = ${actor.userId} and document_id is not null
    order by document_id desc limit ${MAX_READ + 1}`;
  return lookedUp(sql, actor, search, scope, { name: 'starred', ids: { query: ids, most: MAX_READ } });
}

function lookedUp(
  sql: Db,
  actor: Actor,
  search: Search,
  scope: Scope,
  { name, ids }: { name: string; ids: { query: Fragment; most: number } },
): Pass {
  const { anywhere, inName } = search.terms;
  const words = anywhere === null ? sql`` : sql`and s.lexemes @@ ${anywhere}::tsquery`;
  const isNamed = inName === null ? sql`false` : sql`s.lexemes @@ ${inName}::tsquery`;
  const read = sql`
    select s.* from (select document_id from ${sql(`ids_${name}`)} limit ${ids.most}) one cross join lateral (
      select ${rowsOf(sql)}, ${isNamed} as is_named
      from document_search s
      where s.deployment_id = ${actor.deploymentId} and s.document_id = one.document_id ${words} ${liesIn(sql, search, scope)}
      offset 0
    ) s`;
  return { name, ids, read, query: passed(sql, search, name) };
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

// Words in order, and beginnings of words, by the positions of the words in name, tags and text: of the newest rows whose texts together
// are not too large.
function passed(sql: Db, { terms }: Search, name: string): Fragment {
  // Only what is compared, so that other words do not affect the rank. The mark at the end has weight D.
  const head = terms.parts === 'all' ? sql`s.head` : sql`ts_filter(s.head, '{a,d}') as head`;
  const columns = sql`s.deployment_id, s.document_id, s.folder_id, s.blob_id, s.modified_at, s.language, ${head}, s.is_named`;
  if (!hasChecks(terms)) return sql`select ${columns}, false as is_unread from ${sql(`read_${name}`)} s`;
  const checks = inLanguageOf(sql, sql`s.language`, terms, (own) =>
    own.checks.reduce((all, check): Fragment => sql`${all} and ${isPassed(sql, check)}`, sql`true`),
  );
  // Neither words nor sizes of texts affect a search of names.
  if (terms.parts === 'names')
    return sql`select ${columns}, false as is_unread from ${sql(`read_${name}`)} s where ${checks}`;
  return sql`
    select ${columns}, s.bytes > ${MAX_CHECKED_BYTES} as is_unread from (
      select r.*, x.vector, x.is_divided, coalesce(sum(x.size) over (order by r.modified_at desc, r.document_id desc), 0) as bytes
      from ${sql(`read_${name}`)} r left join lateral (
        select vector, section_bytes > 0 as is_divided, case when section_bytes > 0 then section_bytes / ${OF_SECTIONS}
          else pg_column_size(vector) end as size
        from content_texts where deployment_id = r.deployment_id and blob_id = r.blob_id offset 0
      ) x on true
    ) s where case when s.bytes > ${MAX_CHECKED_BYTES} then true else ${checks} end`;
}

function isPassed(sql: Db, { head, text, isNot, onlyIf }: RowCheck): Fragment {
  const inText = text === null ? sql`` : sql`or ${isInText(sql, text)}`;
  const holds = sql`(s.head @@ ${head}::tsquery ${inText})`;
  if (onlyIf !== null) return sql`case when s.head @@ ${onlyIf}::tsquery then ${holds} else true end`;
  return isNot ? sql`not ${holds}` : holds;
}

// Only words in order need all positions. PostgreSQL would answer `exists` by reading the sections of all texts at once.
function isInText(sql: Db, query: string): Fragment {
  const inVector = sql`coalesce(s.vector @@ ${query}::tsquery, false)`;
  if (!query.includes('<')) return inVector;
  return sql`case when s.is_divided then (
      select true from text_sections n
      where n.deployment_id = s.deployment_id and n.blob_id = s.blob_id and n.vector @@ ${query}::tsquery limit 1
    ) is true else ${inVector} end`;
}

function mostOf({ terms }: Search): number {
  return hasChecks(terms) ? MAX_CHECKED : MAX_READ;
}

function enoughOf({ terms }: Search): number {
  return hasChecks(terms) ? ENOUGH_CHECKED : ENOUGH;
}
