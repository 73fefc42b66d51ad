/**
 * The only way from a client's id to a row. One statement reads the row, its place, whether it or an ancestor is in the
 * trash, and the actor's effective rights; 404 comes before 403.
 */
import type { Db } from '../../platform/db/connection.ts';
import type { RowLock } from '../../platform/db/locks.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { type Right, assertRight } from '../rights/rights.ts';
import { documentState, folderState, libraryState } from './tree.presenter.ts';
import {
  type DocumentRow,
  type FolderRow,
  type OneLibraryRow,
  findDocument,
  findFolder,
  findLibrary,
} from './tree.queries.ts';

/**
 * The library with a client's id: 404 if it does not exist or is in the trash, 403 without the right; with a lock, 412
 * if the request requires another state of it.
 */
export async function accessLibrary(
  sql: Db,
  actor: Actor,
  libraryId: number,
  right: Right,
  lock?: RowLock,
): Promise<OneLibraryRow> {
  const library = await findLibrary(sql, actor, libraryId, lock);
  if (library === undefined || library.trashedAt !== null) throw notFound('library');
  assertRight(library.rights, right, 'library');
  if (lock !== undefined) assertPreconditions(actor, 'library', libraryId, () => libraryState(library));
  return library;
}

/**
 * The folder with a client's id: 404 if it does not exist or is in the trash, 403 without the right; with a lock, 412
 * if the request requires another state of it.
 */
export async function accessFolder(
  sql: Db,
  actor: Actor,
  folderId: number,
  right: Right,
  lock?: RowLock,
): Promise<FolderRow> {
  const folder = await findFolder(sql, actor, folderId, lock);
  if (folder === undefined || folder.isInTrash) throw notFound('folder');
  assertRight(folder.rights, right, 'folder');
  if (lock !== undefined) assertPreconditions(actor, 'folder', folderId, () => folderState(folder));
  return folder;
}

/**
 * The document with a client's id: 404 if it does not exist or is in the trash, 403 without the right; with a lock, 412
 * if the request requires another state of it.
 */
export async function accessDocument(
  sql: Db,
  actor: Actor,
  documentId: number,
  right: Right,
  lock?: RowLock,
): Promise<DocumentRow> {
  const document = await findDocument(sql, actor, documentId, lock);
  if (document === undefined || document.isInTrash) throw notFound('document');
  assertRight(document.rights, right, 'document');
  if (lock !== undefined) assertPreconditions(actor, 'document', documentId, () => documentState(document));
  return document;
}

/** The same including the trash, for restoring and purging; the caller checks rights. */
export async function accessLibraryEvenInTrash(sql: Db, actor: Actor, libraryId: number): Promise<OneLibraryRow> {
  const library = await findLibrary(sql, actor, libraryId, 'change');
  if (library === undefined) throw notFound('library');
  return library;
}

/** The same including the trash, for restoring and purging; the caller checks rights. */
export async function accessFolderEvenInTrash(sql: Db, actor: Actor, folderId: number): Promise<FolderRow> {
  const folder = await findFolder(sql, actor, folderId, 'change');
  if (folder === undefined) throw notFound('folder');
  return folder;
}

/** The same including the trash, for restoring and purging; the caller checks rights. */
export async function accessDocumentEvenInTrash(sql: Db, actor: Actor, documentId: number): Promise<DocumentRow> {
  const document = await findDocument(sql, actor, documentId, 'change');
  if (document === undefined) throw notFound('document');
  return document;
}
