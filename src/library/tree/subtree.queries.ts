/** A folder with all below it that somebody may read. */
import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { deniedItems } from '../rights/rights.queries.ts';

/** A folder in a tree. */
export type TreeFolder = {
  folderId: number;
  /** Null for one that is at the top. */
  parentId: number | null;
  name: string;
  nameKey: string;
  createdAt: string;
};

/**
 * The folders that the actor may read and all below them that is neither in the trash nor denied, each before those in it,
 * siblings by id; none of `folderIds` lies below another. Not more than `limit`: who gets so many has not got all.
 * Index: folders_parent.
 */
export async function listTree(tx: Tx, actor: Actor, folderIds: number[], limit: number): Promise<TreeFolder[]> {
  return tx<TreeFolder[]>`
    with recursive denied as materialized (${deniedItems(tx, actor)}), tree as (
      select folder_id, null::bigint as parent_id, path, name, name_key, created_at
      from folders
      where deployment_id = ${actor.deploymentId} and folder_id = any (${folderIds}::bigint[])
      union all
      select f.folder_id, f.parent_id, f.path, f.name, f.name_key, f.created_at
      from tree join folders f on f.deployment_id = ${actor.deploymentId} and f.parent_id = tree.folder_id
      where f.trashed_at is null and not exists (select from denied where denied.folder_id = f.folder_id)
    )
    select folder_id as "folderId", parent_id as "parentId", name, name_key as "nameKey", created_at as "createdAt"
    from (select * from tree limit ${limit}) as found
    order by path`;
}
