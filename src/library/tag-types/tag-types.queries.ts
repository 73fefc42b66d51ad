import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import type { DataType, TagValue } from './tag-values.ts';

export type TagTypeRow = {
  tagTypeId: number;
  libraryId: number;
  name: string;
  nameKey: string;
  dataType: DataType;
  isStatus: boolean;
  defaultValue: string | null;
  createdBy: number | null;
};

/** The cursor of lists of tag types. */
export type TagTypeKey = [string, number];

/** A library's tag types without built-in ones, by name. Index: tag_types_name. */
export async function listTagTypes(
  sql: Db,
  deploymentId: number,
  libraryId: number,
  page: Page<TagTypeKey>,
): Promise<TagTypeRow[]> {
  return sql<TagTypeRow[]>`
    select ${tagTypeColumns(sql)}, y.default_value as "defaultValue" from tag_types y
    where y.deployment_id = ${deploymentId} and y.library_id = ${libraryId} and not y.is_status
      ${orderAndCutTagTypes(sql, page)}`;
}

/** The ids that are tag types of the library, including built-in ones; by id. */
export async function findTagTypes(
  sql: Db,
  deploymentId: number,
  libraryId: number,
  tagTypeIds: number[],
): Promise<TagTypeRow[]> {
  return sql<TagTypeRow[]>`
    select ${tagTypeColumns(sql)}, y.default_value as "defaultValue" from tag_types y
    where y.deployment_id = ${deploymentId} and y.library_id = ${libraryId}
      and y.tag_type_id = any (${tagTypeIds}::bigint[])
    order by y.tag_type_id`;
}

/** All tag types, including built-in ones, of a library or of a folder's library. Index: tag_types_name. */
export async function findTagTypesOf(
  sql: Db,
  { deploymentId }: Actor,
  place: { libraryId: number } | { folderId: number },
): Promise<TagTypeRow[]> {
  const libraryId =
    'libraryId' in place
      ? sql`${place.libraryId}`
      : sql`(select library_id from folders where deployment_id = ${deploymentId} and folder_id = ${place.folderId})`;
  return sql<TagTypeRow[]>`
    select ${tagTypeColumns(sql)}, y.default_value as "defaultValue" from tag_types y
    where y.deployment_id = ${deploymentId} and y.library_id = ${libraryId}`;
}

/** The library's tag type with this name key. Index: tag_types_name. */
export async function findTagTypeByName(
  sql: Db,
  deploymentId: number,
  libraryId: number,
  nameKey: string,
): Promise<TagTypeRow | undefined> {
  const [row] = await sql<TagTypeRow[]>`
    select ${tagTypeColumns(sql)}, y.default_value as "defaultValue" from tag_types y
    where y.deployment_id = ${deploymentId} and y.library_id = ${libraryId} and y.name_key = ${nameKey}`;
  return row;
}

/** A tag type of the deployment, in any library, unless it was deleted. */
export async function findTagType(sql: Db, deploymentId: number, tagTypeId: number): Promise<TagTypeRow | undefined> {
  const [row] = await sql<TagTypeRow[]>`
    select ${tagTypeColumns(sql)}, y.default_value as "defaultValue" from tag_types y
    where y.deployment_id = ${deploymentId} and y.tag_type_id = ${tagTypeId} and y.library_id is not null`;
  return row;
}

/** Creates a tag type and returns its id. A taken name violates the unique index tag_types_name (409). */
export async function insertTagType(
  tx: Tx,
  actor: Actor,
  tagType: { libraryId: number; name: string; nameKey: string; dataType: DataType; defaultValue: TagValue | null },
): Promise<number> {
  const { defaultValue } = tagType;
  const [row] = await tx<{ tagTypeId: number }[]>`
    insert into tag_types (deployment_id, library_id, name, name_key, data_type, default_value, default_key, created_by,
      created_at)
    values (${actor.deploymentId}, ${tagType.libraryId}, ${tagType.name}, ${tagType.nameKey}, ${tagType.dataType},
      ${defaultValue?.value ?? null}, ${defaultValue?.key ?? null}, ${actor.userId}, ${actor.now})
    returning tag_type_id as "tagTypeId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.tagTypeId;
}

export async function renameTagTypeRow(
  tx: Tx,
  actor: Actor,
  tagTypeId: number,
  name: { name: string; nameKey: string },
): Promise<void> {
  await tx`
    update tag_types set name = ${name.name}, name_key = ${name.nameKey}
    where deployment_id = ${actor.deploymentId} and tag_type_id = ${tagTypeId}`;
}

export async function setTagTypeDefault(
  tx: Tx,
  actor: Actor,
  tagTypeId: number,
  defaultValue: TagValue | null,
): Promise<void> {
  await tx`
    update tag_types set default_value = ${defaultValue?.value ?? null}, default_key = ${defaultValue?.key ?? null}
    where deployment_id = ${actor.deploymentId} and tag_type_id = ${tagTypeId}`;
}

/**
 * Detaches a tag type from its library, which hides it and all its values at once and frees its name; false if it no
 * longer exists.
 */
export async function detachTagType(tx: Tx, actor: Actor, libraryId: number, tagTypeId: number): Promise<boolean> {
  const { count } = await tx`
    update tag_types set library_id = null
    where deployment_id = ${actor.deploymentId} and tag_type_id = ${tagTypeId} and library_id = ${libraryId}`;
  return count > 0;
}

/** Deletes up to `limit` values of a detached tag type and returns how many. Index: document_tags_value. */
export async function deleteValues(sql: Db, deploymentId: number, tagTypeId: number, limit: number): Promise<number> {
  const { count } = await sql`
    delete from document_tags where ctid = any (array(
      select ctid from document_tags where deployment_id = ${deploymentId} and tag_type_id = ${tagTypeId} limit ${limit}))`;
  return count;
}

/** The same for its places in folders. Index: folder_tag_types_type. */
export async function deletePlaces(sql: Db, deploymentId: number, tagTypeId: number, limit: number): Promise<number> {
  const { count } = await sql`
    delete from folder_tag_types where ctid = any (array(
      select ctid from folder_tag_types where deployment_id = ${deploymentId} and tag_type_id = ${tagTypeId}
      limit ${limit}))`;
  return count;
}

/** Deletes a detached tag type, with values that were added after the others were deleted. */
export async function deleteTagTypeRow(sql: Db, deploymentId: number, tagTypeId: number): Promise<void> {
  await sql`
    delete from tag_types
    where deployment_id = ${deploymentId} and tag_type_id = ${tagTypeId} and library_id is null`;
}

/** The columns of `tag_types y`, without the default, which a folder may override. */
export function tagTypeColumns(sql: Db): Fragment {
  return sql`y.tag_type_id as "tagTypeId", y.library_id as "libraryId", y.name, y.name_key as "nameKey",
    y.data_type as "dataType", y.is_status as "isStatus", y.created_by as "createdBy"`;
}

/** The end of a list query of tag types: by name, one more than the page. */
export function orderAndCutTagTypes(sql: Db, page: Page<TagTypeKey>): Fragment {
  return sql`
    ${page.after === null ? sql`` : sql`and (y.name_key, y.tag_type_id) > (${page.after[0]}, ${page.after[1]})`}
    order by y.name_key, y.tag_type_id
    ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}
