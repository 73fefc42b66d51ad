import type { Db } from '../../platform/db/connection.ts';
import type { RowLock } from '../../platform/db/locks.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { type Right, assertRight } from '../rights/rights.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { libraryState } from './libraries.presenter.ts';
import { type OneLibraryRow, findLibrary } from './libraries.queries.ts';

export type AccessibleLibrary = OneLibraryRow;

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
): Promise<AccessibleLibrary> {
  const library = await findLibrary(sql, actor, libraryId, lock);
  if (library === undefined || library.trashedAt !== null) throw notFound('library');
  assertRight(library.rights, right, 'library');
  if (lock !== undefined) assertPreconditions(actor, 'library', libraryId, () => libraryState(library));
  return library;
}

/** The same for restoring and purging, which reach what lies in the trash; rights are for the caller to judge. */
export async function accessLibraryEvenInTrash(sql: Db, actor: Actor, libraryId: number): Promise<AccessibleLibrary> {
  const library = await findLibrary(sql, actor, libraryId, 'change');
  if (library === undefined) throw notFound('library');
  return library;
}
