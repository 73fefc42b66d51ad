import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import { type TagTypeKey, type TagTypeRow, orderAndCutTagTypes, tagTypeColumns } from './tag-types.queries.ts';
import type { TagValue } from './tag-values.ts';

/** A tag type of a folder; `defaultValue` null: the type's own. */
export type Association = { tagTypeId: number; defaultValue: TagValue | null };

/** The tag types of a folder with their effective constraints, by name. */
export async function listFolderTagTypes(
  sql: Db,
  deploymentId: number,
  folderId: number,
  page: Page<TagTypeKey>,
): Promise<TagTypeRow[]> {
  return sql<TagTypeRow[]>`
    select ${tagTypeColumns(sql)}, coalesce(a.default_value, y.default_value) as "defaultValue"
    from folder_tag_types a join tag_types y using (deployment_id, tag_type_id)
    where a.deployment_id = ${deploymentId} and a.folder_id = ${folderId} and y.library_id is not null
      ${orderAndCutTagTypes(sql, page)}`;
}

/** Replaces a folder's tag types. */
export async function replaceAssociations(
  tx: Tx,
  actor: Actor,
  folderId: number,
  associations: Association[],
): Promise<void> {
  await tx`delete from folder_tag_types where deployment_id = ${actor.deploymentId} and folder_id = ${folderId}`;
  if (associations.length === 0) return;
  const rows = associations.map(({ tagTypeId, defaultValue }) => ({
    deployment_id: actor.deploymentId,
    folder_id: folderId,
    tag_type_id: tagTypeId,
    default_value: defaultValue?.value ?? null,
    default_key: defaultValue?.key ?? null,
  }));
  await tx`insert into folder_tag_types ${tx(rows)}`;
}

/** Copies the tag types of folders to their copies in the same library. */
export async function copyAssociations(tx: Tx, deploymentId: number, { fromIds, toIds }: Copies): Promise<void> {
  await tx`
    insert into folder_tag_types (deployment_id, folder_id, tag_type_id, default_value, default_key)
    select a.deployment_id, copied.to_id, a.tag_type_id, a.default_value, a.default_key
    from unnest(${fromIds}::bigint[], ${toIds}::bigint[]) as copied (from_id, to_id)
    join folder_tag_types a on a.deployment_id = ${deploymentId} and a.folder_id = copied.from_id`;
}

/** Sets the folder's own default; false if the folder does not have the tag type. */
export async function setAssociationDefault(
  tx: Tx,
  actor: Actor,
  folderId: number,
  { tagTypeId, defaultValue }: Association,
): Promise<boolean> {
  const { count } = await tx`
    update folder_tag_types set default_value = ${defaultValue?.value ?? null}, default_key = ${defaultValue?.key ?? null}
    where deployment_id = ${actor.deploymentId} and folder_id = ${folderId} and tag_type_id = ${tagTypeId}`;
  return count > 0;
}

/** Removes the tag types of the old library from a tree moved to another one. Index: folders_path. */
export async function dropAssociationsBelow(tx: Tx, deploymentId: number, folderId: number): Promise<void> {
  await tx`
    delete from folder_tag_types a using folders f
    where f.deployment_id = ${deploymentId} and f.path @> array[${folderId}]::bigint[]
      and a.deployment_id = f.deployment_id and a.folder_id = f.folder_id`;
}

/** Originals and their copies: two lists in the same order. */
export type Copies = { fromIds: number[]; toIds: number[] };
