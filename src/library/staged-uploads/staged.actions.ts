/** Starts and deletes staged uploads (docs/api/uploads.md#staged-uploads). */
import type { Deps } from '../../platform/deps.ts';
import { newBlobKey } from '../../platform/blobs/keys.ts';
import { assertRoom } from '../../platform/blobs/disk/reserve.ts';
import { removeBytes } from '../../platform/blobs/remove-bytes.jobs.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { conflict, tooManyRequests } from '../../platform/errors.ts';
import { fileName } from '../../platform/values/names.ts';
import { runSteps } from '../../platform/steps.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { assertFileTypeAllowed } from '../../core/settings/settings.access.ts';
import type { UploadDeps } from '../../content/uploads/staged.steps.ts';
import { accessUpload, assertSize } from '../../content/uploads/staged.access.ts';
import {
  type UploadTarget,
  countOpenUploads,
  deleteUpload,
  insertUpload,
  lockUploadsOf,
} from '../../content/uploads/staged.queries.ts';
import { assertRevisable, assertSameExtension } from '../revisions/revisable.ts';
import { accessDocument, accessFolder } from '../tree/tree.access.ts';
import { folderState } from '../tree/tree.presenter.ts';

const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 7 * DAY_MS;
/** For visitors. */
const BRIEFLY_KEPT_MS = DAY_MS;
const OPEN_LIMIT = 100;

/** `length`: bytes, if the client announces them. `tusMetadata`: returned to tus clients. */
export type WantedUpload = {
  target: UploadTarget;
  fileName: string;
  length: number | null;
  tusMetadata: string | null;
};

export type BegunUpload = { identifier: string; fileName: string; size: number; expiresAt: string };

/**
 * Starts an upload, which expires after 7 days, a visitor's after one. Refuses at once what finalizing would refuse:
 * 400 for a bad name or file type, 404/403 for the target, 409 for another extension than the document's; 413 for a
 * length beyond the limit, 429 with 100 unfinished uploads; for visitors 413 and 429 by the limits of the link; 507 if
 * the disk is nearly full.
 */
export async function stageUpload(deps: UploadDeps, actor: Actor, wanted: WantedUpload): Promise<BegunUpload> {
  const name = fileName(wanted.fileName, 'filename');
  const { target, length, tusMetadata } = wanted;
  assertSize(length ?? 0, deps.config.maxDocumentBytes);
  await assertRoom(deps.config, length ?? 0);
  const expiresAt = new Date(actor.now.getTime() + (actor.via.kind === 'visit' ? BRIEFLY_KEPT_MS : KEPT_MS));
  return creation(deps.sql, actor, async (tx) => {
    await assertTarget(tx, actor, target, name);
    await lockUploadsOf(tx, actor);
    if (actor.via.kind !== 'visit') await assertFewOpen(tx, actor);
    else await runSteps(tx, deps.steps.uploadReservation, { actor, upload: { bytes: length ?? 0 } });
    const storageKey = newBlobKey(deps.clock());
    const ids = { folderId: null, documentId: null, ...target };
    const identifier = await insertUpload(tx, actor, {
      ...ids,
      fileName: name,
      tusMetadata,
      length,
      storageKey,
      expiresAt,
    });
    return { identifier, fileName: name, size: 0, expiresAt: expiresAt.toISOString() };
  });
}

/**
 * Deletes an upload with its bytes. 409 once it is a document or revision, so that the client does not assume that
 * nothing was stored.
 */
export async function dropUpload(deps: Deps, actor: Actor, identifier: string): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const { uploadId, storageKey, madeDocumentId } = await accessUpload(tx, actor, identifier, 'or wait');
    if (madeDocumentId !== null) throw conflict('The upload was finalized: delete the document instead.');
    await deleteUpload(tx, actor, uploadId);
    await removeBytes(tx, [storageKey]);
    deps.sums.drop(storageKey);
  });
}

async function assertTarget(tx: Tx, actor: Actor, target: UploadTarget, name: string): Promise<void> {
  await assertFileTypeAllowed(tx, actor.deploymentId, name, 'filename');
  if ('folderId' in target) {
    const folder = await accessFolder(tx, actor, target.folderId, 'AddDocument');
    assertPreconditions(actor, 'folder', target.folderId, () => folderState(folder));
  } else {
    const document = await accessDocument(tx, actor, target.documentId, 'AddRevision');
    assertRevisable(actor, document);
    assertSameExtension(document, name);
  }
}

async function assertFewOpen(tx: Tx, actor: Actor): Promise<void> {
  const { open, firstEnds } = await countOpenUploads(tx, actor);
  if (open < OPEN_LIMIT || firstEnds === null) return;
  throw tooManyRequests(
    `You have ${OPEN_LIMIT} unfinished uploads, which GET /api/uploads lists. Finish or delete one of them first.`,
    (Date.parse(firstEnds) - actor.now.getTime()) / 1000,
  );
}
