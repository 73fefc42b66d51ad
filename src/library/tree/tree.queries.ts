import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import { type RowLock, lockRow } from '../../platform/db/locks.ts';
import { nameKey } from '../../platform/names.ts';
import type { Actor } from '../../core/actor.ts';
import { effectiveRights, notDeniedHere } from '../rights/rights.ts';
import { type Listing, matchesFilter, orderAndCut } from './listing.ts';

export type FolderRow = {
  folderId: number;
  libraryId: number;
  parentId: number | null;
  path: number[];
  name: string;
  /** When it was made, or last changed its name, place or permissions. */
  changedAt: string;
  trashedAt: string | null;
  trashedBy: number | null;
  /** The library's, by which denies bind or do not. */
  isPrivate: boolean;
  ownerId: number | null;
  /** Itself, something above it, or its library is in the trash. */
  isInTrash: boolean;
  rights: number;
};

/** What a list shows of a folder. */
export type FolderEntry = { folderId: number; name: string; nameKey: string; createdAt: string };

/** A folder of the actor's deployment with the actor's rights on it; not what was purged. */
export async function findFolder(
  sql: Db,
  actor: Actor,
  folderId: number,
  lock?: RowLock,
): Promise<FolderRow | undefined> {
  await lockRow(sql, lock, sql`folders where deployment_id = ${actor.deploymentId} and folder_id = ${folderId}`);
  const rights = effectiveRights(sql, actor, { library: sql`l`, path: sql`f.path`, document: sql`null::bigint` });
  const [row] = await sql<FolderRow[]>`
    select f.folder_id as "folderId", f.library_id as "libraryId", f.parent_id as "parentId", f.path, f.name,
      coalesce(f.changed_at, f.created_at) as "changedAt", f.trashed_at as "trashedAt", f.trashed_by as "trashedBy", l.is_private as "isPrivate", l.owner_id as "ownerId",
      f.trashed_at is not null or marks.trashed as "isInTrash", ${rights} as rights
    from folders f join libraries l using (deployment_id, library_id) ${joinMarks(sql)}
    where f.deployment_id = ${actor.deploymentId} and f.folder_id = ${folderId}
      and f.purged_at is null and not marks.purged`;
  return row;
}

/**
 * SQL to join after `folders f` and `libraries l`: `marks.trashed` and `marks.purged` tell whether the folder, something
 * above it or its library is marked so. At most as many index look-ups as the folder is deep.
 */
export function joinMarks(sql: Db): Fragment {
  return sql`cross join lateral (
    select l.trashed_at is not null or coalesce(bool_or(a.trashed_at is not null), false) as trashed,
      l.purged_at is not null or coalesce(bool_or(a.purged_at is not null), false) as purged
    from folders a where a.deployment_id = f.deployment_id and a.folder_id = any (f.path)
  ) marks`;
}

/** Where children are listed: the root of a library, or a folder. */
export type Container = { libraryId: number; folderId: number | null; isPrivate: boolean; ownerId: number | null };

/** Children of a container that the actor may read, given that the container itself may be read. Index: folders_name. */
export async function listFolders(
  sql: Db,
  actor: Actor,
  container: Container,
  listing: Listing,
): Promise<FolderEntry[]> {
  const value = listing.orderBy === 'date' ? sql`f.created_at` : sql`f.name_key`;
  const { after, tail } = orderAndCut(sql, listing, value, sql`f.folder_id`);
  return sql<FolderEntry[]>`
    select f.folder_id as "folderId", f.name, f.name_key as "nameKey", f.created_at as "createdAt"
    from folders f
    where ${isReadableChild(sql, actor, container, listing)} and ${after}
    ${tail}`;
}

/** How many the listing has over all its pages. */
export async function countFolders(sql: Db, actor: Actor, container: Container, listing: Listing): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from folders f where ${isReadableChild(sql, actor, container, listing)}`;
  return row?.total ?? 0;
}

function isReadableChild(sql: Db, actor: Actor, container: Container, listing: Listing) {
  const isChild = container.folderId === null ? sql`f.parent_id is null` : sql`f.parent_id = ${container.folderId}`;
  return sql`f.deployment_id = ${actor.deploymentId} and f.library_id = ${container.libraryId} and ${isChild}
    and f.trashed_at is null and ${matchesFilter(sql, listing, sql`f.name_key`)}
    and ${notDeniedHere(sql, actor, { column: sql`folder_id`, id: sql`f.folder_id`, library: container })}`;
}

/** The child of that name outside the trash, or undefined. Index: folders_name. */
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

/** Those of the name keys that folders in the container have outside the trash. */
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

/** Makes a folder and returns its id, or undefined if one of that name is there (perhaps since a moment ago). */
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
 * Hangs a folder with all below it under another parent, where it has the name given. Touches the rows of folders, never
 * of documents: in another library a new epoch tells that their tags are no more. The tree locks of both libraries must be
 * held. Index: folders_path.
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

/** The number of levels from the folder down to the deepest below it, itself included. */
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

export async function untrashFolderRow(
  tx: Tx,
  actor: Actor,
  folderId: number,
  name: { name: string; nameKey: string },
): Promise<void> {
  await tx`
    update folders set trashed_at = null, trashed_by = null, name = ${name.name}, name_key = ${name.nameKey},
      changed_at = ${actor.now}
    where deployment_id = ${actor.deploymentId} and folder_id = ${folderId}`;
}

/**
 * Whether something below the folder denies the actor to read or delete it; `within` counts the folder's own entries too.
 * Index: permissions_principal.
 */
export async function hasDenial(tx: Tx, actor: Actor, folderId: number, where: 'within' | 'below'): Promise<boolean> {
  const [row] = await tx<{ found: boolean }[]>`
    select exists (
      select from permissions p
      left join documents d on d.deployment_id = p.deployment_id and d.document_id = p.document_id
      join folders f on f.deployment_id = p.deployment_id and f.folder_id = coalesce(p.folder_id, d.folder_id)
      where p.deployment_id = ${actor.deploymentId} and p.deny & 5 <> 0
        and p.principal = any (principals_of(${actor.deploymentId}, ${actor.userId}))
        and (p.expires_at is null or p.expires_at > ${actor.now})
        and ${folderId} = any (f.path)
        ${where === 'below' ? tx`and p.folder_id is distinct from ${folderId}` : tx``}
    ) as found`;
  return row?.found ?? false;
}
