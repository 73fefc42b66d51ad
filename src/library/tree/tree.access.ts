/**
 * The only way from a client's id to a row. One statement reads the row, its place, whether it or an ancestor is in the
 * trash, and the actor's effective rights; then the operation's line in the policy table decides. 404 comes before 403.
 * With a lock, conditions on other rows are checked too, and 412 follows if the request requires another state.
 */
import type { Db } from '../../platform/db/connection.ts';
import type { RowLock } from '../../platform/db/locks.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import type { Validators } from '../../platform/http/files/conditional.ts';
import type { Actor } from '../../core/actor.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { assertPurgingEnabled } from '../../core/settings/settings.access.ts';
import { type Judged, assertAllowed, requirementOf } from '../rights/allowed.ts';
import type { Kind, OperationOn } from '../rights/library.policy.ts';
import { hasDenial } from '../rights/rights.queries.ts';
import { documentState, folderState, libraryState } from './tree.presenter.ts';
import {
  type DocumentRow,
  type FolderRow,
  type OneLibraryRow,
  findDocument,
  findFolder,
  findLibrary,
} from './tree.queries.ts';

/** The library with a client's id, for an operation. */
export async function accessLibrary(
  sql: Db,
  actor: Actor,
  libraryId: number,
  operation: OperationOn<'library'>,
  lock?: RowLock,
): Promise<OneLibraryRow> {
  const library = await findLibrary(sql, actor, libraryId, lock);
  return judge(sql, actor, { kind: 'library', id: libraryId, operation, lock }, library, libraryState);
}

/** The folder with a client's id, for an operation. */
export async function accessFolder(
  sql: Db,
  actor: Actor,
  folderId: number,
  operation: OperationOn<'folder'>,
  lock?: RowLock,
): Promise<FolderRow> {
  const folder = await findFolder(sql, actor, folderId, lock);
  return judge(sql, actor, { kind: 'folder', id: folderId, operation, lock }, folder, folderState);
}

/** The document with a client's id, for an operation. */
export async function accessDocument(
  sql: Db,
  actor: Actor,
  documentId: number,
  operation: OperationOn<'document'>,
  lock?: RowLock,
): Promise<DocumentRow> {
  const document = await findDocument(sql, actor, documentId, lock);
  return judge(sql, actor, { kind: 'document', id: documentId, operation, lock }, document, documentState);
}

type Asked<Of extends Kind> = { kind: Of; id: number; operation: OperationOn<Of>; lock: RowLock | undefined };

async function judge<Of extends Kind, Row extends Judged & { isInTrash: boolean; isUnbound: boolean }>(
  sql: Db,
  actor: Actor,
  { kind, id, operation, lock }: Asked<Of>,
  row: Row | undefined,
  stateOf: (row: Row) => Validators,
): Promise<Row> {
  const line = requirementOf(kind, operation);
  if (row === undefined || (row.isInTrash && line.in === undefined)) throw notFound(kind);
  assertAllowed(actor, kind, operation, row);
  if (lock === undefined) return row;
  if (line.setting !== undefined) await assertPurgingEnabled(sql, actor);
  if (line.nothingDeniedBelow === true && !row.isUnbound && (await hasDenial(sql, actor, id, 'below'))) {
    throw forbidden('The folder contains an item that you may not delete.');
  }
  assertPreconditions(actor, kind, id, () => stateOf(row));
  return row;
}
