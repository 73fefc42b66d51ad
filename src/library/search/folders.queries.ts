/**
 * Folders that a search finds by their names, or by its filters alone. All names below the caller's grants are compared if they are
 * few: then names in other places cost nothing, so that no time tells whether they exist (decision 0104).
 */
import type { Db, Fragment } from '../../platform/db/connection.ts';
import { containing } from '../../platform/db/like.ts';
import type { Actor } from '../../core/actor.ts';
import { judgePlaces } from '../tree/readable.queries.ts';
import type { Leaf } from '../search-query/query.ts';
import { findReach, foldersInReach } from '../search-query/reach.queries.ts';
import type { Search } from '../search-query/resolve.ts';
import type { Scope } from './candidates.queries.ts';
import { TIERS } from './matches.queries.ts';
import type { Match } from './search.queries.ts';

const MAX_FOLDERS = 500;
/** With more folders in reach than these, the index of names finds those with the words. */
const MAX_COMPARED = 5000;

/**
 * Readable folders with the words, or the newest without words: at most 500, and whether there may be others. Indexes: folders_name,
 * folders_path, folders_name_words, stars_user.
 */
export async function findFolders(
  sql: Db,
  actor: Actor,
  search: Search,
  scope: Scope,
): Promise<{ matches: Match[]; isCut: boolean }> {
  const order = hasWords(search)
    ? sql`round(similarity(n.name_key, ${namesIn(search).join(' ')}) * 2500000)`
    : sql`least(5000000, greatest(0, round(extract(epoch from n.created_at) / 31557600 * 50000)))`;
  const rows = await sql<((Match & { isCut: boolean }) | { id: null; isCut: boolean })[]>`
    with ${findReach(sql, actor)}, near as materialized (${search.isStarred ? starred(sql, actor) : foldersInReach(sql, actor, { ...scope, below: narrowest(search, scope) }, MAX_COMPARED + 1)}),
    named as materialized (${named(sql, actor, search, scope)}),
    ${judgePlaces(sql, actor, scope, sql`select folder_id from named`)}
    select 2 as kind, n.folder_id as id, ${TIERS.name}::integer as tier, (${TIERS.name + 1}::bigint * 10000000 + ${order})::bigint as score,
      b.is_cut as "isCut"
    from (select ${isCut(sql, search)} as is_cut) b
    left join named n on (n.folder_id in (select folder_id from readable)) is true
    order by score desc, n.folder_id desc`;
  return {
    matches: rows.filter((row) => row.id !== null).map(({ kind, id, score, tier }) => ({ kind, id, score, tier })),
    isCut: rows[0]?.isCut === true,
  };
}

function isCut(sql: Db, search: Search): Fragment {
  const isFull = sql`(select count(*) from named) >= ${MAX_FOLDERS}`;
  return hasWords(search) ? isFull : sql`${isFull} or (select count(*) from near) > ${MAX_COMPARED}`;
}

function hasWords({ parsed: { all } }: Search): boolean {
  return all.length > 0;
}

function starred(sql: Db, { deploymentId, userId }: Actor): Fragment {
  return sql`
    select f.folder_id, f.library_id, f.path, f.name_key, f.created_at from stars s
    join folders f on f.deployment_id = s.deployment_id and f.folder_id = s.folder_id
    where s.deployment_id = ${deploymentId} and s.user_id = ${userId} and s.folder_id is not null and f.trashed_at is null
    order by s.star_id desc limit ${MAX_COMPARED}`;
}

/** Folders of which the matches are below one; null if a library is also a place. */
function narrowest({ places }: Search, { folderId }: Scope): number[] | null {
  if (folderId) return [folderId];
  const found = places.find((alternatives) => alternatives.every((place) => place.folderId !== null));
  return found?.flatMap((place) => place.folderId ?? []) ?? null;
}

function named(sql: Db, { deploymentId }: Actor, search: Search, scope: Scope): Fragment {
  const conditions = sql`${isNamed(sql, search)} ${isIn(sql, search, scope)}`;
  const few = sql`
    select f.folder_id, f.name_key, f.created_at from near f, reach r
    where ${isReached(sql, scope)} ${conditions}`;
  if (!hasWords(search) || search.isStarred)
    return sql`${few} order by f.created_at desc, f.folder_id desc limit ${MAX_FOLDERS}`;
  const isFew = sql`(select count(*) <= ${MAX_COMPARED} from near)`;
  return sql`
    (${few} and ${isFew} limit ${MAX_FOLDERS})
    union all
    (select f.folder_id, f.name_key, f.created_at from folders f, reach r
    where not ${isFew} and f.deployment_id = ${deploymentId} and f.trashed_at is null and ${isReached(sql, scope)} ${conditions}
    limit ${MAX_FOLDERS})`;
}

// The caller reads the folder of a scope, perhaps by a link.
function isReached(sql: Db, { folderId }: Scope): Fragment {
  if (folderId) return sql`true`;
  return sql`(f.path && r.folders or f.library_id = any (r.libraries))`;
}

function isIn(sql: Db, { places }: Search, { folderId, libraryId }: Scope): Fragment {
  const given = places.map((found): Fragment => {
    const folderIds = found.flatMap((place) => place.folderId ?? []);
    const libraryIds = found.filter((place) => place.folderId === null).map((place) => place.libraryId);
    return sql`and (f.path && ${folderIds}::bigint[] or f.library_id = any (${libraryIds}::bigint[]))`;
  });
  const scoped = sql`${libraryId === undefined ? sql`` : sql`and f.library_id = ${libraryId}`}
    ${folderId ? sql`and f.path @> array[${folderId}]::bigint[] and f.folder_id <> ${folderId}` : sql``}`;
  return given.reduce((all, one) => sql`${all} ${one}`, scoped);
}

function namesIn({ parsed }: Search): string[] {
  return parsed.all.flat().flatMap(({ names }) => names);
}

// A name holds each word as it was written, or without its accents.
function isNamed(sql: Db, { parsed: { all, none } }: Search): Fragment {
  const holds = ({ names, words }: Leaf) =>
    words.reduce(
      (every, word, at): Fragment => {
        const name = names[at] ?? word;
        const plain = name === word ? sql`` : sql`or f.name_key like ${containing(word)}`;
        return sql`${every} and (f.name_key like ${containing(name)} ${plain})`;
      },
      sql`true`,
    );
  const clauses = all.map((leaves) =>
    leaves.reduce((any, leaf): Fragment => sql`${any} or (${holds(leaf)})`, sql`false`),
  );
  const positive = clauses.reduce((every, clause): Fragment => sql`${every} and (${clause})`, sql``);
  return none.reduce((every, leaf): Fragment => sql`${every} and not (${holds(leaf)})`, positive);
}
