/** The readable subtree of a folder. */
import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { deniedItems } from '../rights/rights.queries.ts';

/** A folder in a tree. */
export type TreeFolder = {
  folderId: number;
  /** Null for one at the top. */
  parentId: number | null;
  name: string;
  nameKey: string;
  createdAt: string;
};

/**
 * The readable folders and their subtrees, except those in the trash or denied, parents first, siblings by id; none of
 * `folderIds` is below another. At most `limit`: exactly that many means that there may be more. Index: folders_parent.
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
