import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import { type RowLock, lockAndRead, lockRow } from '../../platform/db/locks.ts';
import type { Actor } from '../../core/actor.ts';
import { effectiveRights, isUnbound } from '../rights/rights.queries.ts';
import { joinMarks } from './marks.queries.ts';

/** The fields that rows of libraries, folders and documents have in common. */
type TreeRow = {
  libraryId: number;
  name: string;
  /** When it was created, or its name, place, content or permissions last changed. */
  changedAt: string;
  trashedAt: string | null;
  trashedBy: number | null;
  /** Of its library. */
  isPrivate: boolean;
  ownerId: number | null;
  /** Denials do not bind the actor in its library. */
  isUnbound: boolean;
  /** It, or something above it, is in the trash. */
  isInTrash: boolean;
  rights: number;
};

export type FolderRow = TreeRow & { folderId: number; parentId: number | null; path: number[] };

/** A folder of the actor's deployment with the actor's rights on it; not if purged. */
export async function findFolder(
  sql: Db,
  actor: Actor,
  folderId: number,
  lock?: RowLock,
): Promise<FolderRow | undefined> {
  const locked = sql`folders where deployment_id = ${actor.deploymentId} and folder_id = ${folderId}`;
  const rights = effectiveRights(sql, actor, { library: sql`l`, path: sql`f.path`, document: sql`null::bigint` });
  const read = sql<FolderRow[]>`
    select f.folder_id as "folderId", f.library_id as "libraryId", f.parent_id as "parentId", f.path, f.name,
      coalesce(f.changed_at, f.created_at) as "changedAt", f.trashed_at as "trashedAt", f.trashed_by as "trashedBy", l.is_private as "isPrivate", l.owner_id as "ownerId",
      ${isUnbound(sql, actor)} as "isUnbound", f.trashed_at is not null or marks.trashed as "isInTrash", ${rights} as rights
    from folders f join libraries l using (deployment_id, library_id) ${joinMarks(sql)}
    where f.deployment_id = ${actor.deploymentId} and f.folder_id = ${folderId}
      and f.purged_at is null and not marks.purged`;
  return (await lockAndRead(sql, lock, locked, read))[0];
}

/** The parent of listed children: the root of a library, or a folder. */
export type Container = { libraryId: number; folderId: number | null; isUnbound: boolean };

/** A library in a list. */
export type LibraryRow = Pick<TreeRow, 'libraryId' | 'name' | 'isPrivate' | 'ownerId' | 'trashedAt' | 'trashedBy'> & {
  nameKey: string;
};

export type OneLibraryRow = LibraryRow & TreeRow;

/** One library of the actor's deployment with the actor's rights on it, in the trash or not, but not purged. */
export async function findLibrary(
  sql: Db,
  actor: Actor,
  libraryId: number,
  lock?: RowLock,
): Promise<OneLibraryRow | undefined> {
  const rights = effectiveRights(sql, actor, {
    library: sql`l`,
    path: sql`'{}'::bigint[]`,
    document: sql`null::bigint`,
  });
  const read = sql<OneLibraryRow[]>`
    select l.library_id as "libraryId", l.name, l.name_key as "nameKey", l.is_private as "isPrivate",
      l.owner_id as "ownerId", l.trashed_at as "trashedAt", l.trashed_by as "trashedBy",
      coalesce(l.changed_at, l.created_at) as "changedAt", ${isUnbound(sql, actor)} as "isUnbound",
      l.trashed_at is not null as "isInTrash", ${rights} as rights
    from libraries l
    where l.deployment_id = ${actor.deploymentId} and l.library_id = ${libraryId} and l.purged_at is null`;
  return (await lockAndRead(sql, lock, libraryToLock(sql, actor, libraryId), read))[0];
}

/** Locks a library's row, whatever the actor's rights on it. */
export async function lockLibrary(sql: Db, actor: Actor, libraryId: number, lock: RowLock): Promise<void> {
  await lockRow(sql, lock, libraryToLock(sql, actor, libraryId));
}

function libraryToLock(sql: Db, { deploymentId }: Actor, libraryId: number): Fragment {
  return sql`libraries where deployment_id = ${deploymentId} and library_id = ${libraryId}`;
}

export type DocumentRow = TreeRow & {
  documentId: number;
  folderId: number;
  /** The folders from the root of the library down to the document's own. */
  path: number[];
  nameKey: string;
  revisionId: number;
  blobId: number;
  size: number;
  /** Lower-case hex SHA-256 of the current content. */
  hash: string;
  storageKey: string;
  /** When the current revision was stored. */
  modifiedAt: string;
};

/** A document of the actor's deployment with the actor's rights on it; not if purged. */
export async function findDocument(
  sql: Db,
  actor: Actor,
  documentId: number,
  lock?: RowLock,
): Promise<DocumentRow | undefined> {
  const locked = sql`documents where deployment_id = ${actor.deploymentId} and document_id = ${documentId}`;
  const rights = effectiveRights(sql, actor, { library: sql`l`, path: sql`f.path`, document: sql`d.document_id` });
  const read = sql<DocumentRow[]>`
    select d.document_id as "documentId", d.folder_id as "folderId", f.path, f.library_id as "libraryId", d.name,
      d.name_key as "nameKey", d.current_revision_id as "revisionId", d.blob_id as "blobId", d.size,
      encode(d.sha256, 'hex') as hash, b.storage_key as "storageKey", d.modified_at as "modifiedAt",
      greatest(d.modified_at, d.changed_at) as "changedAt", d.trashed_at as "trashedAt", d.trashed_by as "trashedBy", l.is_private as "isPrivate", l.owner_id as "ownerId",
      ${isUnbound(sql, actor)} as "isUnbound", d.trashed_at is not null or marks.trashed as "isInTrash", ${rights} as rights
    from documents d
    join folders f using (deployment_id, folder_id)
    join libraries l using (deployment_id, library_id)
    join blobs b using (deployment_id, blob_id)
    ${joinMarks(sql)}
    where d.deployment_id = ${actor.deploymentId} and d.document_id = ${documentId}
      and d.purged_at is null and not marks.purged`;
  return (await lockAndRead(sql, lock, locked, read))[0];
}

/** Locks a document until the end of the transaction, whatever its place and the actor's rights. */
export async function lockDocument(
  tx: Tx,
  { deploymentId }: Pick<Actor, 'deploymentId'>,
  documentId: number,
): Promise<void> {
  await lockRow(tx, 'change', tx`documents where deployment_id = ${deploymentId} and document_id = ${documentId}`);
}
