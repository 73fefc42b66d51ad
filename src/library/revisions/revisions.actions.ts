/** Adds and restores revisions (docs/api/revisions.md#adding-a-revision). */
import type { Tx } from '../../platform/db/connection.ts';
import { notFound } from '../../platform/errors.ts';
import { fileName } from '../../platform/values/names.ts';
import { type WithSteps, runSteps } from '../../platform/steps.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { assertFileTypeAllowed } from '../../core/settings/settings.access.ts';
import type { AdoptedContent } from '../../content/blobs/blobs.queries.ts';
import { requestThumbnail } from '../../content/thumbnails/thumbnails.jobs.ts';
import { type Adopt, commitContent } from '../../content/uploads/commit-content.ts';
import type { FileReference } from '../../content/uploads/fileref.ts';
import type { SmallUpload } from '../../content/uploads/multipart.ts';
import type { UploadSteps } from '../../content/uploads/staged.steps.ts';
import { type Made, finalizeUpload } from '../../content/uploads/finalize-upload.ts';
import { placeDocumentRow } from '../documents/documents.queries.ts';
import type { DocumentSteps } from '../documents/documents.steps.ts';
import { DUPLICATES_INDEX, nameForContent } from '../documents/duplicates.steps.ts';
import { requestIndex } from '../search-index/index.jobs.ts';
import { accessDocument } from '../tree/tree.access.ts';
import type { DocumentRow } from '../tree/tree.queries.ts';
import { assertRevisable, assertSameExtension } from './revisable.ts';
import { type RevisionRow, findRevision, insertRevision } from './revisions.queries.ts';

/** A revision, and whether the request created it: an upload identical to the current revision returns that one. */
export type RevisedRow = RevisionRow & { isNew: boolean };

/**
 * Adds an upload as the newest revision, unless it has the name and content of the current one. The document keeps its
 * name; the revision takes the file's name. 400 for a bad name or file type, 409 for another extension than the
 * document's, or if a document with the same name and content is in the folder.
 */
export async function createRevision(
  deps: WithSteps<DocumentSteps>,
  actor: Actor,
  documentId: number,
  upload: SmallUpload,
): Promise<RevisedRow> {
  // A refused name throws here, so that the bytes are removed.
  const revise = async (tx: Tx, adopt: Adopt) => {
    const wanted = { documentId, name: fileName(upload.fileName, 'file'), parameter: 'file' };
    return reviseDocument(tx, deps.steps, actor, wanted, adopt);
  };
  return commitContent(deps, actor, upload.stored, revise, { againOn: DUPLICATES_INDEX });
}

/** The same from a staged upload; 409 also as in `finalizeUpload`. Idempotent. */
export async function finalizeRevision(
  deps: WithSteps<DocumentSteps & UploadSteps>,
  actor: Actor,
  documentId: number,
  reference: FileReference,
): Promise<RevisedRow> {
  const parameter = 'filename';
  return finalizeUpload<RevisedRow & Made>(deps, actor, reference, {
    target: { documentId },
    againOn: DUPLICATES_INDEX,
    async check(name) {
      await assertFileTypeAllowed(deps.sql, actor.deploymentId, name, parameter);
      assertSameExtension(await accessDocument(deps.sql, actor, documentId, 'AddRevision'), name);
    },
    make: (tx, late, { name }, adopt) => reviseDocument(tx, deps.steps, late, { documentId, name, parameter }, adopt),
    async find(tx, { revisionId }, finalizedAt) {
      await accessDocument(tx, actor, documentId, 'View');
      const revision = await foundRevision(tx, actor, documentId, revisionId);
      return { ...revision, isNew: revision.createdAt === finalizedAt };
    },
  });
}

// `parameter` names the revision's name in the request.
async function reviseDocument(
  tx: Tx,
  steps: DocumentSteps,
  actor: Actor,
  { documentId, name, parameter }: { documentId: number; name: string; parameter: string },
  adopt: Adopt,
): Promise<RevisedRow> {
  await assertFileTypeAllowed(tx, actor.deploymentId, name, parameter);
  const document = await accessDocument(tx, actor, documentId, 'AddRevision', 'change');
  assertRevisable(actor, document);
  assertSameExtension(document, name);
  const content = await adopt();
  // A client that did not receive the answer repeats its request, which is no change.
  if (content.hash === document.hash) {
    const current = await foundRevision(tx, actor, documentId, document.revisionId);
    if (current.name === name) return { ...current, isNew: false };
  }
  return { ...(await addRevision(tx, steps, actor, document, { name, content })), isNew: true };
}

/** Adds a copy of an older revision as the newest one. */
export async function restoreRevision(
  deps: WithSteps<DocumentSteps>,
  actor: Actor,
  documentId: number,
  revisionId: number,
): Promise<RevisionRow> {
  const restore = async (tx: Tx) => {
    const document = await accessDocument(tx, actor, documentId, 'RestoreRevision', 'change');
    const old = await foundRevision(tx, actor, documentId, revisionId);
    return addRevision(tx, deps.steps, actor, document, {
      name: old.name,
      content: old,
      restoredNumber: old.revisionNumber,
    });
  };
  return creation(deps.sql, actor, restore, { againOn: DUPLICATES_INDEX });
}

async function addRevision(
  tx: Tx,
  steps: DocumentSteps,
  actor: Actor,
  document: DocumentRow,
  revision: { name: string; content: AdoptedContent; restoredNumber?: number },
): Promise<RevisionRow> {
  const { documentId, folderId, libraryId } = document;
  const { name: contentName } = await keepNameFree(tx, steps, actor, document, revision.content.hash);
  const revisionId = await insertRevision(tx, actor, documentId, revision);
  const { restoredNumber } = revision;
  const details = { revisionId, ...(restoredNumber === undefined ? {} : { restoredNumber }) };
  await recordActivity(tx, actor, { type: 'DocumentRevised', libraryId, folderId, documentId, contentName, details });
  const { blobId } = revision.content;
  await requestThumbnail(tx, { deploymentId: actor.deploymentId, blobId, name: contentName });
  await requestIndex(tx);
  const row = await findRevision(tx, actor.deploymentId, documentId, revisionId);
  if (row === undefined) throw new Error('The new revision was not found.');
  return row;
}

// With the new content the document may equal one that the actor cannot read: then it gets another name.
async function keepNameFree(
  tx: Tx,
  steps: DocumentSteps,
  actor: Actor,
  document: DocumentRow,
  hash: string,
): Promise<{ name: string }> {
  const { documentId, libraryId, folderId, name, hash: formerHash } = document;
  const wanted = { folderId, name, hash, formerHash, exceptDocumentId: documentId };
  const named = await nameForContent(tx, actor, wanted);
  if (named.name === name) return document;
  await placeDocumentRow(tx, actor, documentId, { folderId, ...named });
  await runSteps(tx, steps.documentRename, { actor, former: document });
  const entry = { libraryId, folderId, documentId, contentName: named.name, details: { from: name } };
  await recordActivity(tx, actor, { type: 'DocumentRenamed', ...entry });
  return named;
}

async function foundRevision(tx: Tx, actor: Actor, documentId: number, revisionId: number): Promise<RevisionRow> {
  const row = await findRevision(tx, actor.deploymentId, documentId, revisionId);
  if (row === undefined) throw notFound('revision');
  return row;
}
