/** Tags of documents that are created, copied and moved (docs/api/tags.md#values-that-move; decision 0016). */
import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import type { Copies } from '../tag-types/folder-tag-types.queries.ts';

/**
 * An insert that gives new documents the defaults of their folder's tag types; part of the statement that creates them.
 * @param made SQL of the new documents, with the columns document_id and folder_id
 */
export function insertDefaultTags(sql: Db, deploymentId: number, made: Fragment): Fragment {
  return sql`
    insert into document_tags (deployment_id, document_id, tag_type_id, value, value_key, tag_epoch)
    select a.deployment_id, made.document_id, a.tag_type_id, coalesce(a.default_value, y.default_value),
      coalesce(a.default_key, y.default_key), f.tag_epoch
    from ${made} as made
    join folder_tag_types a on a.deployment_id = ${deploymentId} and a.folder_id = made.folder_id
    join folders f on f.deployment_id = a.deployment_id and f.folder_id = a.folder_id
    join tag_types y on y.deployment_id = a.deployment_id and y.tag_type_id = a.tag_type_id
      and y.library_id = f.library_id
    where coalesce(a.default_value, y.default_value) is not null`;
}

/** Copies user-set values to copies in the same library; they take precedence over folder defaults. */
export async function copyTags(tx: Tx, actor: Actor, { fromIds, toIds }: Copies): Promise<void> {
  await tx`
    insert into document_tags (deployment_id, document_id, tag_type_id, value, value_key, tag_epoch)
    select t.deployment_id, c.document_id, t.tag_type_id, t.value, t.value_key, g.tag_epoch
    from unnest(${fromIds}::bigint[], ${toIds}::bigint[]) as copied (from_id, to_id)
    join document_tags t on t.deployment_id = ${actor.deploymentId} and t.document_id = copied.from_id
    join documents d using (deployment_id, document_id)
    join folders f using (deployment_id, folder_id)
    join tag_types y on y.deployment_id = t.deployment_id and y.tag_type_id = t.tag_type_id
    join documents c on c.deployment_id = t.deployment_id and c.document_id = copied.to_id
    join folders g on g.deployment_id = c.deployment_id and g.folder_id = c.folder_id
    where t.tag_epoch = f.tag_epoch and y.library_id = g.library_id and not y.is_status
    on conflict (deployment_id, document_id, tag_type_id)
      do update set value = excluded.value, value_key = excluded.value_key`;
}

/**
 * Call it before a document moves to another folder: within the library it keeps its values, in another one it loses
 * them. One statement, so that it is atomic with respect to moves of either folder's tree.
 */
export async function moveTags(
  tx: Tx,
  actor: Actor,
  documentId: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await tx`
    with move as (
      select s.tag_epoch as old, g.tag_epoch as new, s.library_id = g.library_id as stays from folders s, folders g
      where s.deployment_id = ${actor.deploymentId} and s.folder_id = ${from}
        and g.deployment_id = ${actor.deploymentId} and g.folder_id = ${to}
    ), dropped as (
      delete from document_tags t using move m
      where t.deployment_id = ${actor.deploymentId} and t.document_id = ${documentId}
        and not (m.stays and t.tag_epoch = m.old)
    )
    update document_tags t set tag_epoch = m.new from move m
    where t.deployment_id = ${actor.deploymentId} and t.document_id = ${documentId}
      and m.stays and t.tag_epoch = m.old and m.old <> m.new`;
}

/** Deletes some lost values of documents below the folder, and returns how many; 0 when none are left. */
export async function deleteLostTags(sql: Db, deploymentId: number, folderId: number, limit: number): Promise<number> {
  // The epoch is checked again in the deleted row: it may have been tagged again meanwhile.
  const { count } = await sql`
    with lost as materialized (
      select t.document_id, t.tag_type_id, t.tag_epoch
      from folders f
      join documents d using (deployment_id, folder_id)
      join document_tags t using (deployment_id, document_id)
      where f.deployment_id = ${deploymentId} and f.path @> array[${folderId}]::bigint[] and t.tag_epoch <> f.tag_epoch
      limit ${limit}
    )
    delete from document_tags t using lost
    where t.deployment_id = ${deploymentId} and t.document_id = lost.document_id and t.tag_type_id = lost.tag_type_id
      and t.tag_epoch = lost.tag_epoch`;
  return count;
}
