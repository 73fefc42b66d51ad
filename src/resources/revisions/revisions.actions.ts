/** Revising documents (contract: POST /api/documents/{documentId}/revisions; restoring one is an extension). */
import type { Deps } from '../../deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { extensionKey, extensionOf, fileName } from '../../platform/names.ts';
import { recordActivity } from '../activity/activity.queries.ts';
import type { Actor } from '../actor.ts';
import { accessDocument } from '../documents/documents.access.ts';
import { type Content, type DocumentRow, hasTwin } from '../documents/documents.queries.ts';
import { assertFileTypeAllowed } from '../settings/settings.access.ts';
import { requestThumbnail } from '../thumbnails/thumbnails.jobs.ts';
import { commitContent } from '../uploads/commit-content.ts';
import type { SmallUpload } from '../uploads/multipart.ts';
import { type RevisionRow, findRevision, insertRevision } from './revisions.queries.ts';

/**
 * Makes an upload the newest revision. The document keeps its name; the file's name becomes the revision's. 400 for a
 * bad name or file type, 409 for another extension than the document's or a twin in name and content in the folder.
 */
export async function createRevision(
  deps: Deps,
  actor: Actor,
  documentId: number,
  upload: SmallUpload,
): Promise<RevisionRow> {
  return commitContent(deps, actor, upload.stored, async (tx, adopt) => {
    const name = fileName(upload.fileName, 'file');
    await assertFileTypeAllowed(tx, actor.deploymentId, name, 'file');
    const document = await accessDocument(tx, actor, documentId, 'Write', 'change');
    if (extensionKey(name) !== extensionKey(document.name)) {
      const own = extensionOf(document.name);
      throw conflict(`A revision of this document must have ${own === '' ? 'no extension' : `the extension ${own}`}.`);
    }
    return addRevision(tx, actor, document, { name, content: await adopt() });
  });
}

/** Makes a copy of an older revision the newest one. */
export async function restoreRevision(
  deps: Deps,
  actor: Actor,
  documentId: number,
  revisionId: number,
): Promise<RevisionRow> {
  return transaction(deps.sql, async (tx) => {
    const document = await accessDocument(tx, actor, documentId, 'Write', 'change');
    const old = await findRevision(tx, actor.deploymentId, documentId, revisionId);
    if (old === undefined) throw notFound('revision');
    return addRevision(tx, actor, document, { name: old.name, content: old, restoredNumber: old.revisionNumber });
  });
}

async function addRevision(
  tx: Tx,
  actor: Actor,
  document: DocumentRow,
  revision: { name: string; content: Content; restoredNumber?: number },
): Promise<RevisionRow> {
  const { documentId, folderId, libraryId, nameKey, name: contentName } = document;
  const twin = { folderId, nameKey, hash: revision.content.hash, exceptDocumentId: documentId };
  if (await hasTwin(tx, actor.deploymentId, twin)) {
    throw conflict('Another document with the same name and content exists in the folder.');
  }
  const revisionId = await insertRevision(tx, actor, documentId, revision);
  const { restoredNumber } = revision;
  const details = { revisionId, ...(restoredNumber === undefined ? {} : { restoredNumber }) };
  await recordActivity(tx, actor, { type: 'DocumentRevised', libraryId, folderId, documentId, contentName, details });
  const { blobId } = revision.content;
  await requestThumbnail(tx, { deploymentId: actor.deploymentId, blobId, name: contentName });
  const row = await findRevision(tx, actor.deploymentId, documentId, revisionId);
  if (row === undefined) throw new Error('The revision just made is not there.');
  return row;
}
