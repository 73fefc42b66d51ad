import type { Db, Tx } from '../../platform/db/connection.ts';
import { nameKey } from '../../platform/values/names.ts';
import type { Actor } from '../../core/actor.ts';
import { versionOf } from '../counts/list-versions.queries.ts';
import { notDeniedHere } from '../rights/rights.queries.ts';
import { isMatchingFolder } from '../listings/filters.queries.ts';
import { type Listing, orderAndCut } from '../listings/listing.ts';
import type { Container } from '../tree/tree.queries.ts';

/** A folder in a listing. */
export type FolderEntry = { folderId: number; name: string; nameKey: string; createdAt: string };

/** Readable children of a readable container. Index: folders_name. */
export async function listFolders(
  sql: Db,
  actor: Actor,
  container: Container,
  listing: Listing,
): Promise<FolderEntry[]> {
  const value = listing.orderBy === 'date' ? sql`f.created_at` : sql`f.name_key`;
  const { after, order, cut } = orderAndCut(sql, listing, value, sql`f.folder_id`);
  return sql<FolderEntry[]>`
    select f.folder_id as "folderId", f.name, f.name_key as "nameKey", f.created_at as "createdAt"
    from folders f
    where ${isReadableChild(sql, actor, container, listing)} and ${after}
    ${order} ${cut}`;
}

/** The total over all pages, and the version of the list. */
export async function countFolders(
  sql: Db,
  actor: Actor,
  container: Container,
  listing: Listing,
): Promise<{ total: number; version: number }> {
  const [row] = await sql<{ total: number; version: number }[]>`
    select count(*) as total, ${versionOf(sql, actor, container)} as version
    from folders f where ${isReadableChild(sql, actor, container, listing)}`;
  return row ?? { total: 0, version: 0 };
}

function isReadableChild(sql: Db, actor: Actor, container: Container, listing: Listing) {
  const isChild = container.folderId === null ? sql`f.parent_id is null` : sql`f.parent_id = ${container.folderId}`;
  return sql`f.deployment_id = ${actor.deploymentId} and f.library_id = ${container.libraryId} and ${isChild}
    and f.trashed_at is null and ${isMatchingFolder(sql, listing)}
    and ${notDeniedHere(sql, actor, { column: sql`folder_id`, id: sql`f.folder_id`, library: container })}`;
}

/** The child with this name outside the trash, or undefined. Index: folders_name. */
export async function findChildByName(
  tx: Tx,
  deploymentId: number,
  container: { libraryId: number; folderId: number | null },
  key: string,
): Promise<number | undefined> {
  const [row] = await tx<{ folderId: number }[]>`
    select folder_id as "folderId" from folders
    where deployment_id = ${deploymentId} and library_id = ${container.libraryId} and name_key = ${key}
      and parent_id is not distinct from ${container.folderId} and trashed_at is null`;
  return row?.folderId;
}

/** The name keys already used by folders in the container outside the trash. */
export async function takenFolderNames(
  tx: Tx,
  deploymentId: number,
  container: { libraryId: number; folderId: number | null },
  nameKeys: string[],
): Promise<Set<string>> {
  const rows = await tx<{ nameKey: string }[]>`
    select name_key as "nameKey" from folders
    where deployment_id = ${deploymentId} and library_id = ${container.libraryId} and name_key = any (${nameKeys})
      and parent_id is not distinct from ${container.folderId} and trashed_at is null`;
  return new Set(rows.map((row) => row.nameKey));
}

/** Creates a folder and returns its id, or undefined if one of this name exists (possibly created a moment ago). */
export async function insertFolder(
  tx: Tx,
  actor: Actor,
  parent: { libraryId: number; folderId: number | null; path: number[] },
  name: { name: string; nameKey: string },
): Promise<number | undefined> {
  const [row] = await tx<{ folderId: number }[]>`
    with fresh as (select nextval(pg_get_serial_sequence('folders', 'folder_id')) as folder_id)
    insert into folders (deployment_id, folder_id, library_id, parent_id, path, name, name_key, created_by, created_at)
    overriding system value
    select ${actor.deploymentId}, folder_id, ${parent.libraryId}, ${parent.folderId}, ${parent.path}::bigint[] || folder_id,
      ${name.name}, ${name.nameKey}, ${actor.userId}, ${actor.now}
    from fresh
    on conflict do nothing
    returning folder_id as "folderId"`;
  return row?.folderId;
}

export async function renameFolderRow(
  tx: Tx,
  actor: Actor,
  folderId: number,
  name: { name: string; nameKey: string },
): Promise<void> {
  await tx`
    update folders set name = ${name.name}, name_key = ${name.nameKey}, changed_at = ${actor.now}
    where deployment_id = ${actor.deploymentId} and folder_id = ${folderId}`;
}

/**
 * Moves a folder with its subtree under another parent, with the given name. Updates rows of folders, never of
 * documents: in another library, a new epoch invalidates their tags. The tree locks of both libraries must be held.
 * Index: folders_path.
 */
export async function moveFolderRows(
  tx: Tx,
  actor: Actor,
  folder: { folderId: number; path: number[]; name: string },
  parent: { libraryId: number; folderId: number | null; path: number[] },
): Promise<void> {
  await tx`
    update folders set
      library_id = ${parent.libraryId},
      tag_epoch = tag_epoch + (library_id <> ${parent.libraryId})::integer,
      name = case when folder_id = ${folder.folderId} then ${folder.name} else name end,
      name_key = case when folder_id = ${folder.folderId} then ${nameKey(folder.name)} else name_key end,
      changed_at = case when folder_id = ${folder.folderId} then ${actor.now}::timestamptz else changed_at end,
      parent_id = case when folder_id = ${folder.folderId} then ${parent.folderId} else parent_id end,
      path = ${parent.path}::bigint[] || path[${folder.path.length}:]
    where deployment_id = ${actor.deploymentId} and path @> array[${folder.folderId}]::bigint[]`;
}

/** The number of levels from the folder to its deepest descendant, itself included. */
export async function heightOf(
  tx: Tx,
  deploymentId: number,
  folder: { folderId: number; path: number[] },
): Promise<number> {
  const [row] = await tx<{ deepest: number }[]>`
    select max(cardinality(path)) as deepest from folders
    where deployment_id = ${deploymentId} and path @> array[${folder.folderId}]::bigint[]`;
  return (row?.deepest ?? folder.path.length) - folder.path.length + 1;
}
