import type { Db } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import type { Scope } from './candidates.queries.ts';
import { MAX_MATCHES, findMatches, isIncomplete } from './matches.queries.ts';
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
