/** Finds what names in filters stand for. A name that the caller must not know matches nothing, like one that does not exist. */
import type { Db, Fragment } from '../../platform/db/connection.ts';
import { containing } from '../../platform/db/like.ts';
import { emailKey } from '../../platform/values/email.ts';
import { nameKey } from '../../platform/values/names.ts';
import type { Actor } from '../../core/actor.ts';
import { effectiveRights } from '../rights/rights.queries.ts';
import { RIGHTS } from '../rights/rights.ts';
import { joinMarks } from '../tree/marks.queries.ts';
import type { DataType } from '../tag-types/tag-values.ts';

const MAX_FOUND = 50;

/** A library or folder that a path of names leads to. */
export type FoundPlace = { libraryId: number; folderId: number | null };

/**
 * The readable libraries and folders at a path of names, of which the first is a library or any folder; with `below`, that folder or
 * any below it. Indexes: libraries_pkey, folders_name_words, folders_path, folders_name.
 */
export async function findPlaces(sql: Db, actor: Actor, path: string, below: number | null): Promise<FoundPlace[]> {
  const { deploymentId } = actor;
  const keys = path
    .split(/[/\\]/u)
    .map((part) => nameKey(part.trim()))
    .filter(Boolean);
  const [first, ...rest] = keys;
  if (first === undefined) return [];
  return sql<FoundPlace[]>`
    with recursive starts as (
      ${below === null ? startsOf(sql, actor, first) : foldersNamed(sql, actor, first, sql`and f.path @> array[${below}]::bigint[]`)}
    ), steps as (
      select library_id, folder_id, 0 as depth from starts
      union all
      select f.library_id, f.folder_id, s.depth + 1
      from steps s join folders f on f.deployment_id = ${deploymentId} and f.library_id = s.library_id
        and f.parent_id is not distinct from s.folder_id and f.trashed_at is null
        and f.name_key = (${rest}::text[])[s.depth + 1]
    )
    select s.library_id as "libraryId", s.folder_id as "folderId"
    from steps s
    join libraries l on l.deployment_id = ${deploymentId} and l.library_id = s.library_id
    left join folders f on f.deployment_id = l.deployment_id and f.folder_id = s.folder_id
    ${joinMarks(sql)}
    where s.depth = ${rest.length} and not marks.trashed
      and ${canRead(sql, actor, sql`coalesce(f.path, '{}')`)}
    limit ${MAX_FOUND}`;
}

function startsOf(sql: Db, actor: Actor, name: string): Fragment {
  return sql`
    select l.library_id, null::bigint as folder_id from libraries l
    where l.deployment_id = ${actor.deploymentId} and l.name_key = ${name} and l.trashed_at is null
    union all
    ${foldersNamed(sql, actor, name, sql``)}`;
}

function foldersNamed(sql: Db, actor: Actor, name: string, condition: Fragment): Fragment {
  return sql`
    select * from (
      select f.library_id, f.folder_id from folders f
      join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id
      where f.deployment_id = ${actor.deploymentId} and f.trashed_at is null and f.name_key = ${name}
        and f.name_key like ${containing(name)} and ${canRead(sql, actor, sql`f.path`)} ${condition}
      order by f.folder_id limit ${MAX_FOUND}
    ) named`;
}

function canRead(sql: Db, actor: Actor, path: Fragment): Fragment {
  return sql`${effectiveRights(sql, actor, { library: sql`l`, path, document: sql`null::bigint` })} & ${RIGHTS.Read} <> 0`;
}

/** People with this address, id, or part of a name. Index: users_name. */
export async function findOwners(sql: Db, actor: Actor, value: string): Promise<number[]> {
  if (value.toLowerCase() === 'me') return [actor.userId];
  const id = /^\d{1,15}$/.test(value) ? Number(value) : null;
  const rows = await sql<{ userId: number }[]>`
    select user_id as "userId" from users
    where deployment_id = ${actor.deploymentId}
      and (email_key = ${emailKey(value)} or name_key like ${containing(nameKey(value))} or user_id = ${id}::bigint)
    order by deleted_at nulls first, user_id limit ${MAX_FOUND}`;
  return rows.map(({ userId }) => userId);
}

/** Tag types of this name in any library, without built-in ones. */
export async function findTypesNamed(
  sql: Db,
  { deploymentId }: Actor,
  name: string,
): Promise<{ tagTypeId: number; dataType: DataType }[]> {
  return sql<{ tagTypeId: number; dataType: DataType }[]>`
    select tag_type_id as "tagTypeId", data_type as "dataType" from tag_types
    where deployment_id = ${deploymentId} and name_key = ${nameKey(name)} and not is_status and library_id is not null
    order by tag_type_id limit 500`;
}
