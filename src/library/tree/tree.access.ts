/**
 * From a client's id to a row: the only way. One statement finds the row, its place, whether it or anything above it is in
 * the trash, and the actor's effective rights; 404 comes before 403.
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
 * The library behind a client's id: 404 if there is none or it lies in the trash, 403 without the right; with a lock, 412 if
 * the request demands another state of it.
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
 * The folder behind a client's id: 404 if there is none or it lies in the trash, 403 without the right; with a lock, 412 if
 * the request demands another state of it.
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
 * The document behind a client's id: 404 if there is none or it lies in the trash, 403 without the right; with a lock, 412 if
 * the request demands another state of it.
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

/** The same for restoring and purging, which reach what lies in the trash; rights are for the caller to judge. */
export async function accessLibraryEvenInTrash(sql: Db, actor: Actor, libraryId: number): Promise<OneLibraryRow> {
  const library = await findLibrary(sql, actor, libraryId, 'change');
  if (library === undefined) throw notFound('library');
  return library;
}

/** The same for restoring and purging, which reach what lies in the trash; rights are for the caller to judge. */
export async function accessFolderEvenInTrash(sql: Db, actor: Actor, folderId: number): Promise<FolderRow> {
  const folder = await findFolder(sql, actor, folderId, 'change');
  if (folder === undefined) throw notFound('folder');
  return folder;
}

/** The same for restoring and purging, which reach what lies in the trash; rights are for the caller to judge. */
export async function accessDocumentEvenInTrash(sql: Db, actor: Actor, documentId: number): Promise<DocumentRow> {
  const document = await findDocument(sql, actor, documentId, 'change');
  if (document === undefined) throw notFound('document');
  return document;
}
