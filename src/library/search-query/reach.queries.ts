/**
 * The places that a search looks at: those with a grant of the caller, and own libraries. Searches by name start here, so that names
 * in other places cost nothing (decision 0104). Rights are judged afterwards.
 */
import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { effectiveRights } from '../rights/rights.queries.ts';
import { RIGHTS } from '../rights/rights.ts';
import { joinMarks } from '../tree/marks.queries.ts';

/** Folders and documents with grants that are looked up to find their libraries. */
const MAX_GRANTED = 2000;

/**
 * A WITH list: `granted` are the caller's grants; `reach` has one row with `libraries` and `folders`, in and below which everything
 * readable is, except documents with grants of their own. Indexes: permissions_principal, libraries_owner, libraries_name.
 */
export function findReach(sql: Db, { deploymentId, userId, isSiteAdmin, now }: Actor): Fragment {
  return sql`granted as materialized (
      select library_id, folder_id, document_id from permissions
      where deployment_id = ${deploymentId} and allow <> 0 and principal = any (principals_of(${deploymentId}, ${userId}))
        and (expires_at is null or expires_at > ${now})
    ), reach as materialized (
      select array(
        select library_id from libraries where deployment_id = ${deploymentId} and owner_id = ${userId}
        union
        select library_id from libraries
        where deployment_id = ${deploymentId} and not is_private and trashed_at is null and ${isSiteAdmin}
        union
        select library_id from granted where library_id is not null
      ) as libraries, array(select folder_id from granted where folder_id is not null) as folders
    )`;
}

/**
 * A condition on folders: they are of the library `l`. Two comparisons instead of `=`, because the planner reads all folders of a deployment
 * if it expects that a library has a large part of them. Indexes: folders_name, folders_library.
 */
export function isOfLibrary(sql: Db): Fragment {
  return sql`library_id >= l.library_id and library_id <= l.library_id`;
}

/**
 * A query for folders outside the trash in the caller's reach, or below other folders, which the caller can read: no more than a limit, in
 * any order. Indexes: folders_library, folders_path.
 */
export function foldersInReach(
  sql: Db,
  { deploymentId }: Actor,
  { libraryId, below }: { libraryId?: number; below: number[] | null },
  limit: number,
): Fragment {
  const columns = sql`folder_id, library_id, path, name_key, created_at`;
  const underneath = (folderIds: Fragment) => sql`
    select ${columns} from folders where path && ${folderIds} and deployment_id = ${deploymentId} and trashed_at is null`;
  if (below !== null) return sql`select * from (${underneath(sql`${below}::bigint[]`)} offset 0) f limit ${limit}`;
  return sql`
    select * from (
      select f.* from reach r cross join unnest(r.libraries) l (library_id) cross join lateral (
        select ${columns} from folders
        where deployment_id = ${deploymentId} and ${isOfLibrary(sql)} and trashed_at is null
        limit ${limit}
      ) f ${libraryId === undefined ? sql`` : sql`where l.library_id = ${libraryId}`}
      union all
      select * from (${underneath(sql`(select folders from reach)`)} offset 0) f
      where (library_id = any (select unnest(libraries) from reach)) is not true
    ) f limit ${limit}`;
}

/** The WITH list of findReach with `touched`: the libraries that the grants are in, by `library_id`. Indexes: folders_pkey, documents_pkey. */
export function findTouched(sql: Db, actor: Actor): Fragment {
  const { deploymentId } = actor;
  return sql`${findReach(sql, actor)}, touched as materialized (
      select unnest(libraries) as library_id from reach
      union
      select f.library_id from (select folder_id from granted where folder_id is not null limit ${MAX_GRANTED}) g
      join folders f on f.deployment_id = ${deploymentId} and f.folder_id = g.folder_id
      union
      select f.library_id from (select document_id from granted where document_id is not null limit ${MAX_GRANTED}) g
      join documents d on d.deployment_id = ${deploymentId} and d.document_id = g.document_id
      join folders f on f.deployment_id = d.deployment_id and f.folder_id = d.folder_id
    )`;
}

/** Libraries outside the trash that the caller can read, or in which the caller can read a folder or document, by id or name. */
export async function findReachable(
  sql: Db,
  actor: Actor,
  wanted: { libraryId: number } | { name: string },
): Promise<number[]> {
  const { deploymentId } = actor;
  const isWanted = 'name' in wanted ? sql`l.name_key = ${wanted.name}` : sql`l.library_id = ${wanted.libraryId}`;
  const rows = await sql<{ libraryId: number }[]>`
    with ${findTouched(sql, actor)}, wanted as materialized (
      select l.* from touched t cross join lateral (
        select * from libraries where deployment_id = ${deploymentId} and library_id = t.library_id offset 0
      ) l where l.trashed_at is null and ${isWanted}
    )
    select l.library_id as "libraryId" from wanted l
    where ${canRead(sql, actor, sql`'{}'::bigint[]`)} or exists (
      select from granted g join folders f on f.deployment_id = ${deploymentId} and f.folder_id = g.folder_id
      ${joinMarks(sql)}
      where g.folder_id is not null and f.library_id = l.library_id and not marks.trashed and ${canRead(sql, actor, sql`f.path`)}
    ) or exists (
      select from granted g join documents d on d.deployment_id = ${deploymentId} and d.document_id = g.document_id
      join folders f on f.deployment_id = d.deployment_id and f.folder_id = d.folder_id
      ${joinMarks(sql)}
      where g.document_id is not null and f.library_id = l.library_id and d.trashed_at is null and not marks.trashed
        and ${canRead(sql, actor, sql`f.path`, sql`d.document_id`)}
    )`;
  return rows.map(({ libraryId }) => libraryId);
}

function canRead(sql: Db, actor: Actor, path: Fragment, document = sql`null::bigint`): Fragment {
  return sql`${effectiveRights(sql, actor, { library: sql`l`, path, document })} & ${RIGHTS.Read} <> 0`;
}
