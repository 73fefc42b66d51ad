import type { Db, Fragment } from '../../platform/db/connection.ts';
import { containing } from '../../platform/db/like.ts';
import type { Actor } from '../../core/actor.ts';
import { judgePlaces } from '../tree/readable.queries.ts';
import type { Scope } from './candidates.queries.ts';
import { MAX_MATCHES, TIERS, findMatches, isIncomplete } from './matches.queries.ts';
import type { Leaf } from '../search-query/query.ts';
import type { Search } from '../search-query/resolve.ts';

/** A match before it is described. Documents and folders are of different kinds, with ids of their own. */
export type Match = { kind: 2 | 3; id: number; score: number; tier: number };

/** The readable documents that match, the best first, and whether there may be others. */
export async function findDocuments(
  sql: Db,
  actor: Actor,
  search: Search,
  scope: Scope,
): Promise<{ matches: Match[]; isCut: boolean }> {
  const rows = await sql<{ id: number | null; score: number; tier: number; isCut: boolean }[]>`
    with ${findMatches(sql, actor, search, scope)}
    select m.document_id as id, m.score, m.tier, b.is_cut as "isCut"
    from (select ${isIncomplete(sql)} as is_cut) b left join matches m on true
    order by m.score desc, m.document_id desc limit ${MAX_MATCHES}`;
  const matches = rows.flatMap(({ id, score, tier }): Match[] => (id === null ? [] : [{ kind: 3, id, score, tier }]));
  return { matches, isCut: rows[0]?.isCut === true };
}

/** A folder with fewer documents is small. */
const FEW_DOCUMENTS = 2000;

/** Whether few documents are in a folder and below it, by the counts that are kept. Indexes: folders_path, folder_counts_pkey. */
export async function isSmallFolder(sql: Db, { deploymentId }: Actor, folderId: number): Promise<boolean> {
  const [row] = await sql<{ isSmall: boolean }[]>`
    select count(*) < ${FEW_DOCUMENTS} and coalesce(sum(c.documents), 0) < ${FEW_DOCUMENTS} as "isSmall"
    from (
      select folder_id from folders where deployment_id = ${deploymentId} and path @> array[${folderId}]::bigint[]
      limit ${FEW_DOCUMENTS}
    ) f left join folder_counts c on c.deployment_id = ${deploymentId} and c.folder_id = f.folder_id`;
  return row?.isSmall === true;
}

const MAX_FOLDERS = 500;

/**
 * Readable folders whose names contain the words, at most 500. Those that the caller cannot reach are left out before they are
 * counted. Indexes: folders_name_words, folders_path.
 */
export async function findFolders(sql: Db, actor: Actor, search: Search, scope: Scope): Promise<Match[]> {
  const { deploymentId, userId, now } = actor;
  const inPlaces = search.places.map(
    (places): Fragment => sql`and (f.path && ${ids(places.map(({ folderId }) => folderId))}::bigint[]
      or f.library_id = any (${places.filter(({ folderId }) => folderId === null).map(({ libraryId }) => libraryId)}::bigint[]))`,
  );
  const granted = sql`from permissions where deployment_id = ${deploymentId} and allow <> 0
    and principal = any (principals_of(${deploymentId}, ${userId})) and (expires_at is null or expires_at > ${now})`;
  const rows = await sql<Match[]>`
    with reachable as materialized (
      select array(select folder_id ${granted} and folder_id is not null) as folders, array(
        select library_id from libraries where deployment_id = ${deploymentId}
          and (owner_id = ${userId} or (owner_id is null and ${actor.isSiteAdmin}))
        union all select library_id ${granted} and library_id is not null
      ) as libraries
    ), named as materialized (
      select f.folder_id, f.name_key, f.created_at from folders f, reachable r
      where f.deployment_id = ${deploymentId} and f.trashed_at is null ${isNamed(sql, search)}
        and ${scope.folderId ? sql`f.path @> array[${scope.folderId}]::bigint[]` : sql`(f.path && r.folders or f.library_id = any (r.libraries))`}
        ${inPlaces.reduce((all, one): Fragment => sql`${all} ${one}`, sql``)}
        ${scope.folderId ? sql`and f.folder_id <> ${scope.folderId}` : sql``}
        ${
          search.isStarred
            ? sql`and f.folder_id in (
          select folder_id from stars where deployment_id = ${deploymentId} and user_id = ${userId} and folder_id is not null)`
            : sql``
        }
      limit ${MAX_FOLDERS}
    ), ${judgePlaces(sql, actor, scope, sql`select folder_id from named`)}
    select 2 as kind, n.folder_id as id, ${TIERS.name}::integer as tier,
      (${TIERS.name + 1}::bigint * 10000000 + round(similarity(n.name_key, ${wordsOf(search).join(' ')}) * 2500000))::bigint as score
    from named n where (n.folder_id in (select folder_id from readable)) is true
    order by score desc, n.folder_id desc`;
  return rows;
}

function ids(values: (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

function wordsOf({ parsed }: Search): string[] {
  return parsed.all.flat().flatMap(({ words }) => words);
}

// Names of folders are compared as written, so accents count.
function isNamed(sql: Db, { parsed: { all, none } }: Search): Fragment {
  const holds = ({ words }: Leaf) =>
    words.reduce((every, word): Fragment => sql`${every} and f.name_key like ${containing(word)}`, sql`true`);
  const clauses = all.map((leaves) =>
    leaves.reduce((any, leaf): Fragment => sql`${any} or (${holds(leaf)})`, sql`false`),
  );
  const positive = clauses.reduce((every, clause): Fragment => sql`${every} and (${clause})`, sql``);
  return none.reduce((every, leaf): Fragment => sql`${every} and not (${holds(leaf)})`, positive);
}

/** An item of the page. Columns that an item does not have are null. */
export type FoundItem = { nameKey: string; name: string; libraryId: number; libraryName: string; score: number } & (
  | { kind: 2; id: number }
  | { kind: 3; id: number; folderId: number; size: number; hash: string; modifiedAt: string; blobId: number }
);

/** The items of a page, which are readable in the same snapshot, in any order. */
export async function describeItems(sql: Db, { deploymentId }: Actor, items: Match[]): Promise<FoundItem[]> {
  const ofKind = (kind: Match['kind']) => items.filter((item) => item.kind === kind).map(({ id }) => id);
  return sql<FoundItem[]>`
    select i.kind, i.id, i.name, i.name_key as "nameKey", 0 as score, l.library_id as "libraryId", l.name as "libraryName",
      f.folder_id as "folderId", i.size, i.hash, i.modified_at as "modifiedAt", i.blob_id as "blobId"
    from (
      select 3 as kind, document_id as id, name, name_key, folder_id, size, encode(sha256, 'hex') as hash, modified_at, blob_id
      from documents where deployment_id = ${deploymentId} and document_id = any (${ofKind(3)}::bigint[])
      union all
      select 2, folder_id, name, name_key, folder_id, null, null, null, null
      from folders where deployment_id = ${deploymentId} and folder_id = any (${ofKind(2)}::bigint[])
    ) i
    join folders f on f.deployment_id = ${deploymentId} and f.folder_id = i.folder_id
    join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id`;
}
