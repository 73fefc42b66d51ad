/** A folder with all below it that somebody may read. */
import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { deniedItems } from '../rights/rights.ts';

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

/** Ids for so many new folders. */
export async function reserveFolderIds(tx: Tx, count: number): Promise<number[]> {
  const rows = await tx<{ folderId: number }[]>`
    select nextval(pg_get_serial_sequence('folders', 'folder_id')) as "folderId" from generate_series(1, ${count})`;
  return rows.map(({ folderId }) => folderId);
}

/** A folder that is about to be made. `path`: the ids from the library down to its own. */
export type NewFolder = {
  folderId: number;
  parentId: number | null;
  path: number[];
  name: string;
  nameKey: string;
};

/** Makes folders under ids that were reserved, in one statement; a name that is taken at the top ends in the unique index (409). */
export async function insertFolders(tx: Tx, actor: Actor, libraryId: number, folders: NewFolder[]): Promise<void> {
  const list = <Column extends keyof NewFolder>(column: Column) => folders.map((folder) => folder[column]);
  // An array of arrays of different lengths is none in PostgreSQL: paths go as texts.
  const paths = folders.map(({ path }) => `{${path.join()}}`);
  await tx`
    insert into folders (deployment_id, folder_id, library_id, parent_id, path, name, name_key, created_by, created_at)
    overriding system value
    select ${actor.deploymentId}, folder_id, ${libraryId}, parent_id, path::bigint[], name, name_key, ${actor.userId},
      ${actor.now}
    from unnest(${list('folderId')}::bigint[], ${list('parentId')}::bigint[], ${paths}::text[], ${list('name')}::text[],
      ${list('nameKey')}::text[]) as made (folder_id, parent_id, path, name, name_key)`;
}
