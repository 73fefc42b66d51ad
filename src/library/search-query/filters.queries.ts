/** Finds what names in filters stand for. A name that the caller must not know matches nothing, like one that does not exist. */
import type { Db, Fragment } from '../../platform/db/connection.ts';
import { containing } from '../../platform/db/like.ts';
import { emailKey } from '../../platform/values/email.ts';
import { nameKey } from '../../platform/values/names.ts';
import type { Actor } from '../../core/actor.ts';
import { judgePlaces } from '../tree/readable.queries.ts';
import type { DataType } from '../tag-types/tag-values.ts';
import { placeNames } from './filters.ts';
import { findReach, findReachable, findTouched, isOfLibrary } from './reach.queries.ts';

/** Places and people that one filter stands for; a search that would need more says that it is incomplete. */
export const MAX_FOUND_PLACES = 500;
export const MAX_FOUND_PEOPLE = 200;
/** Folders of a name in a library, or below grants, before rights are judged. */
const MAX_NAMED = 500;

/** A library or folder that a path of names leads to. */
export type FoundPlace = { libraryId: number; folderId: number | null };

/**
 * The readable libraries and folders at a path of names, of which the first is a library or any folder; with `below`, that folder or
 * any below it, at most one more than MAX_FOUND_PLACES. A library counts as readable if anything in it is. Indexes: folders_name, folders_path.
 */
export async function findPlaces(sql: Db, actor: Actor, path: string, below: number | null): Promise<FoundPlace[]> {
  const { deploymentId } = actor;
  const [first, ...rest] = placeNames(path);
  if (first === undefined) return [];
  const libraryIds = below === null ? await findReachable(sql, actor, { name: first }) : [];
  const folders = await sql<FoundPlace[]>`
    with recursive ${findReach(sql, actor)}, steps as (
      select library_id, folder_id, 0 as depth from (
        ${below === null ? foldersNamed(sql, actor, first) : foldersBelow(sql, actor, first, sql`array[${below}]::bigint[]`)}
      ) named
      union all
      select library_id, null, 0 from unnest(${libraryIds}::bigint[]) library_id
      union all
      select f.library_id, f.folder_id, s.depth + 1
      from steps s cross join lateral (${childNamed(sql, actor, sql`(${rest}::text[])[s.depth + 1]`)}) f
    ), found as materialized (
      select distinct folder_id from steps where depth = ${rest.length} and folder_id is not null
    ), ${judgePlaces(sql, actor, {}, sql`select folder_id from found`)}
    select f.library_id as "libraryId", f.folder_id as "folderId"
    from readable r join folders f on f.deployment_id = ${deploymentId} and f.folder_id = r.folder_id
    order by f.folder_id limit ${MAX_FOUND_PLACES + 1}`;
  return [...(rest.length === 0 ? libraryIds.map(placeOf) : []), ...folders];
}

function placeOf(libraryId: number): FoundPlace {
  return { libraryId, folderId: null };
}

// In the caller's reach only. Two comparisons instead of `=` keep the planner from the index of all names, in which those of other places are.
function foldersNamed(sql: Db, { deploymentId }: Actor, name: string): Fragment {
  return sql`
    select f.library_id, f.folder_id from reach r cross join unnest(r.libraries) l (library_id) cross join lateral (
      select library_id, folder_id from folders
      where deployment_id = ${deploymentId} and ${isOfLibrary(sql)} and name_key >= ${name} and name_key <= ${name}
        and trashed_at is null
      limit ${MAX_NAMED}
    ) f
    union all
    ${foldersBelow(sql, { deploymentId }, name, sql`(select folders from reach)`)}`;
}

function foldersBelow(sql: Db, { deploymentId }: Pick<Actor, 'deploymentId'>, name: string, above: Fragment): Fragment {
  return sql`
    select * from (
      select f.library_id, f.folder_id from (
        select library_id, folder_id, name_key from folders
        where path && ${above} and deployment_id = ${deploymentId} and trashed_at is null offset 0
      ) f where f.name_key = ${name} limit ${MAX_NAMED}
    ) below`;
}

function childNamed(sql: Db, { deploymentId }: Actor, name: Fragment): Fragment {
  const child = sql`
    select library_id, folder_id from folders
    where deployment_id = ${deploymentId} and library_id = s.library_id and trashed_at is null and name_key = ${name}`;
  return sql`
    ${child} and s.folder_id is null and parent_id is null
    union all
    ${child} and parent_id = s.folder_id`;
}

/** People with this address, id, or part of a name, at most one more than MAX_FOUND_PEOPLE. Index: users_name. */
export async function findOwners(sql: Db, actor: Actor, value: string): Promise<number[]> {
  if (value.toLowerCase() === 'me') return [actor.userId];
  const id = /^\d{1,15}$/.test(value) ? Number(value) : null;
  const rows = await sql<{ userId: number }[]>`
    select user_id as "userId" from users
    where deployment_id = ${actor.deploymentId}
      and (email_key = ${emailKey(value)} or name_key like ${containing(nameKey(value))} or user_id = ${id}::bigint)
    order by deleted_at nulls first, user_id limit ${MAX_FOUND_PEOPLE + 1}`;
  return rows.map(({ userId }) => userId);
}

/** A tag type of one of these names (name keys). */
export type NamedType = { tagTypeId: number; dataType: DataType; nameKey: string };

/** More libraries with a tag of a name than this are too many for one search. */
export const MAX_TYPES = 500;

/** Tag types of these names in the caller's libraries, without built-in ones; one more than MAX_TYPES. Index: tag_types_name. */
export async function findTypesNamed(sql: Db, actor: Actor, nameKeys: string[]): Promise<NamedType[]> {
  return sql<NamedType[]>`
    with ${findTouched(sql, actor)}
    select y.tag_type_id as "tagTypeId", y.data_type as "dataType", y.name_key as "nameKey"
    from touched t cross join lateral (
      select tag_type_id, data_type, name_key from tag_types
      where deployment_id = ${actor.deploymentId} and library_id = t.library_id and name_key = any (${nameKeys}::text[])
        and not is_status
      offset 0
    ) y
    order by y.tag_type_id limit ${MAX_TYPES + 1}`;
}
