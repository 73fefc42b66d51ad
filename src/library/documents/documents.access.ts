import type { Db } from '../../platform/db/connection.ts';
import type { RowLock } from '../../platform/db/locks.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { type Right, assertRight } from '../rights/rights.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { documentState } from './documents.presenter.ts';
import { type DocumentRow, findDocument } from './documents.queries.ts';

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
export async function accessDocumentEvenInTrash(sql: Db, actor: Actor, documentId: number): Promise<DocumentRow> {
  const document = await findDocument(sql, actor, documentId, 'change');
  if (document === undefined) throw notFound('document');
  return document;
}
