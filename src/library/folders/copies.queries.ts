import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';

/** Reserves ids for this many folders. */
export async function reserveFolderIds(tx: Tx, count: number): Promise<number[]> {
  const rows = await tx<{ folderId: number }[]>`
    select nextval(pg_get_serial_sequence('folders', 'folder_id')) as "folderId" from generate_series(1, ${count})`;
  return rows.map(({ folderId }) => folderId);
}

/** A folder to create. `path`: the ids from the library down to its own. */
export type NewFolder = {
  folderId: number;
  parentId: number | null;
  path: number[];
  name: string;
  nameKey: string;
};

/** Creates folders with reserved ids in one statement; a taken name at the top violates the unique index (409). */
export async function insertFolders(tx: Tx, actor: Actor, libraryId: number, folders: NewFolder[]): Promise<void> {
  const list = <Column extends keyof NewFolder>(column: Column) => folders.map((folder) => folder[column]);
  // PostgreSQL has no arrays of arrays of different lengths, so paths are passed as texts.
  const paths = folders.map(({ path }) => `{${path.join()}}`);
  await tx`
    insert into folders (deployment_id, folder_id, library_id, parent_id, path, name, name_key, created_by, created_at)
    overriding system value
    select ${actor.deploymentId}, folder_id, ${libraryId}, parent_id, path::bigint[], name, name_key, ${actor.userId},
      ${actor.now}
    from unnest(${list('folderId')}::bigint[], ${list('parentId')}::bigint[], ${paths}::text[], ${list('name')}::text[],
      ${list('nameKey')}::text[]) as made (folder_id, parent_id, path, name, name_key)`;
}
