/**
 * Finds the readable ones of many documents in any place. Listings know the rights on their container; searches find
 * documents in thousands of folders and check each folder once (decision 0016).
 */
import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { effectiveRights } from '../rights/rights.queries.ts';
import { RIGHTS } from '../rights/rights.ts';
import { joinMarks } from './marks.queries.ts';

/** The scope: everything, a library, or a folder with its subtree. */
export type Scope = { libraryId?: number; folderId?: number | null };

/**
 * A WITH list about the folders that `folderIds` selects: `places` are those in the scope and outside the trash,
 * `readable` those of them that the actor can read.
 *
 * Rights depend on the few folders of a path with entries for the actor, so they are computed once per distinct set of
 * those, not per folder.
 */
export function judgePlaces(sql: Db, actor: Actor, scope: Scope, folderIds: Fragment): Fragment {
  const { deploymentId } = actor;
  const rights = effectiveRights(sql, actor, { library: sql`l`, path: sql`r.deciding`, document: sql`null::bigint` });
  return sql`entries as materialized (
      ${entriesOf(sql, actor)}
    ), places as materialized (
      select f.folder_id, f.tag_epoch, f.library_id,
        array(select a from unnest(f.path) a where a in (select folder_id from entries where folder_id is not null)) as deciding
      from (${folderIds}) c
      join folders f on f.deployment_id = ${deploymentId} and f.folder_id = c.folder_id
      join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id
      ${joinMarks(sql)}
      where not marks.trashed ${liesIn(sql, scope)}
    ), readable as materialized (
      select folder_id from places
      where ((library_id, deciding) in (
        select r.library_id, r.deciding from (select distinct library_id, deciding from places) r
        join libraries l on l.deployment_id = ${deploymentId} and l.library_id = r.library_id
        where ${rights} & ${RIGHTS.Read} <> 0
      )) is true
    )`;
}

/**
 * A condition on a document `c` (document_id, folder_id): it is in the scope and readable. Documents with their own
 * entries are checked individually.
 *
 * Lookups in computed lists are hashed subplans instead of joins (`is true` and `case` keep them so): the planner would
 * guess how many documents have a value, and a wrong guess would compare each with each.
 */
export function isReadable(sql: Db, actor: Actor): Fragment {
  const rights = effectiveRights(sql, actor, { library: sql`l`, path: sql`f.path`, document: sql`c.document_id` });
  return sql`case when c.document_id in (select document_id from entries where document_id is not null)
    then c.folder_id in (select folder_id from places) and exists (
      select from folders f join libraries l using (deployment_id, library_id)
      where f.deployment_id = ${actor.deploymentId} and f.folder_id = c.folder_id and ${rights} & ${RIGHTS.Read} <> 0)
    else c.folder_id in (select folder_id from readable) end`;
}

/** A condition on a value `c` (folder_id, tag_epoch): its document has not lost it by moving to another library. */
export function isKept(sql: Db): Fragment {
  return sql`((c.folder_id, c.tag_epoch) in (select folder_id, tag_epoch from places)) is true`;
}

/**
 * A condition on a document `d` in a folder `f` below a readable place: nothing in between hides it, neither a trash
 * mark nor an entry that denies Read. `denied` of the WITH list is deniedItems.
 *
 * Each document is looked up (`is true` and `is not true` keep these from becoming joins), for the reason above.
 */
export function isShown(sql: Db): Fragment {
  return sql`(not exists (
      select from folders a where a.deployment_id = f.deployment_id and a.folder_id = any (f.path)
        and (a.trashed_at is not null or a.folder_id in (select folder_id from denied where folder_id is not null))
    )) is true
    and (d.document_id in (select document_id from denied where document_id is not null)) is not true`;
}

// A search compares arrays of at most this size; looking folders up in a hash table costs more for few of them.
const FEW_FOLDERS = 20;

/** The part of isShown about `denied`, for a set of candidates of which notInTrash is the other part. */
export function isNotDenied(sql: Db): Fragment {
  const folders = sql`select folder_id from denied where folder_id is not null`;
  return sql`${isNotBelow(sql, sql`f.path`, folders)}
    and (d.document_id in (select document_id from denied where document_id is not null)) is not true`;
}

/**
 * A query for the rows of `candidates` (with the `path` of their folder) without a trash mark on the path. Each folder is
 * looked up once, however many candidates are below it. Index: folders_pkey.
 */
export function notInTrash(sql: Db, actor: Actor): Fragment {
  return sql`
    with trashed as materialized (
      select a.folder_id from folders a
      where a.deployment_id = ${actor.deploymentId} and a.trashed_at is not null
        and a.folder_id = any (array(select distinct above from candidates, unnest(path) above))
    )
    select * from candidates c where ${isNotBelow(sql, sql`c.path`, sql`select folder_id from trashed`)}`;
}

function isNotBelow(sql: Db, path: Fragment, folders: Fragment): Fragment {
  return sql`case when (select count(*) from (${folders}) few) <= ${FEW_FOLDERS} then not ${path} && array(${folders})
    else not exists (select from unnest(${path}) above where above in (${folders})) end`;
}

// Index: permissions_principal.
function entriesOf(sql: Db, actor: Actor): Fragment {
  return sql`select distinct folder_id, document_id from permissions
    where deployment_id = ${actor.deploymentId} and library_id is null
      and principal = any (principals_of(${actor.deploymentId}, ${actor.userId}))`;
}

function liesIn(sql: Db, { libraryId, folderId }: Scope): Fragment {
  return sql`${libraryId === undefined ? sql`` : sql`and f.library_id = ${libraryId}`}
    ${folderId === undefined || folderId === null ? sql`` : sql`and f.path @> array[${folderId}]::bigint[]`}`;
}
