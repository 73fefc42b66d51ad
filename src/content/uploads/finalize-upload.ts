/** Turns a staged upload into a document or revision without copying a byte (docs/api/uploads.md#finalizing). */
import type { Deps } from '../../platform/deps.ts';
import type { Sums } from '../../platform/blobs/sums/hash.ts';
import { removeBytes } from '../../platform/blobs/remove-bytes.jobs.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { limitHold, whileHeld } from '../../platform/db/hold.ts';
import { invalidParameter } from '../../platform/errors.ts';
import { runSteps } from '../../platform/steps.ts';
import { type Actor, at } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { adoptBlob } from '../blobs/blobs.queries.ts';
import type { UploadDeps } from './staged.steps.ts';
import type { Adopt } from './commit-content.ts';
import type { FileReference } from './fileref.ts';
import { accessUpload, atOffset, uploadIsGone } from './staged.access.ts';
import { isActive } from './active-uploads.ts';
import { dropOldSums } from './append-piece.ts';
import { type StagedUpload, type UploadTarget, recordFinalized, recordSums, settleLength } from './staged.queries.ts';

/** `isNew` false: it existed, and nothing has changed. */
export type Made = { documentId: number; revisionId: number; isNew?: boolean };

/**
 * The name of the upload. `attempt` is 2 or more after a conflict with another document of the same name and content.
 */
export type Named = { name: string; attempt: number };

/** The part of finalizing that documents and revisions implement. */
export type Finalizing<T extends Made> = {
  target: UploadTarget;
  /** The unique index that is violated if the document has a name and content that another one has: then it is made again. */
  againOn: string;
  /** Throws what `make` would refuse before the content is read; called while nothing is settled. */
  check(fileName: string): Promise<void>;
  /** Creates the object from the upload and checks rights. */
  make(tx: Tx, actor: Actor, named: Named, adopt: Adopt): Promise<T>;
  /** Finds the object that the upload became when it was finalized earlier, at that time. */
  find(tx: Tx, made: Made, finalizedAt: string): Promise<T>;
};

/**
 * Finalizes the upload. 404 for the upload; 400 for another target; 409 if the reference or the announced length
 * differs from the stored size. Idempotent, also for concurrent calls. After a refusal the upload is unchanged, or
 * complete. `uploadName` is the name of the upload, even if the object got another free name.
 */
export async function finalizeUpload<T extends Made>(
  deps: UploadDeps,
  actor: Actor,
  reference: FileReference,
  steps: Finalizing<T>,
): Promise<T & { uploadName: string }> {
  const { identifier } = reference;
  const upload = await accessUpload(deps.sql, actor, identifier);
  assertStagedFor(upload, steps.target);
  assertWhole(upload, reference);
  if (upload.madeDocumentId === null) await steps.check(upload.fileName);
  const sums = knownSums(upload) ?? (await seal(deps, actor, upload));
  // Reading the content may have taken long.
  const late = at(actor, deps.clock);
  const finish = async (tx: Tx, attempt: number): Promise<T> => {
    const locked = await accessUpload(tx, late, identifier, 'or wait');
    const { madeDocumentId, madeRevisionId, finalizedAt } = locked;
    if (madeDocumentId !== null && madeRevisionId !== null && finalizedAt !== null) {
      return steps.find(tx, { documentId: madeDocumentId, revisionId: madeRevisionId }, finalizedAt);
    }
    const named = { name: locked.fileName, attempt };
    const made = await steps.make(tx, late, named, () => adopt(tx, late, locked, sums));
    await recordFinalized(tx, late, locked.uploadId, made);
    const { documentId, isNew = true } = made;
    const finished = { uploadId: locked.uploadId, isReserved: isActive(locked, late.now) };
    const received = { actor: late, documentId, bytes: locked.size, isNew, upload: finished };
    await runSteps(tx, deps.steps.uploadFinish, received);
    return made;
  };
  return { ...(await creation(deps.sql, actor, finish, { againOn: steps.againOn })), uploadName: upload.fileName };
}

function assertStagedFor({ folderId, documentId }: StagedUpload, target: UploadTarget): void {
  const isTheSame = 'folderId' in target ? target.folderId === folderId : target.documentId === documentId;
  if (isTheSame) return;
  const place = folderId === null ? `a revision of document ${documentId}` : `a document in folder ${folderId}`;
  throw invalidParameter('fileref', `This upload was staged for ${place}.`);
}

function assertWhole({ size, length }: StagedUpload, { currentSize }: FileReference): void {
  if (currentSize !== undefined && currentSize !== 0 && currentSize !== size) {
    throw atOffset(
      size,
      `The reference says CurrentSize ${JSON.stringify(currentSize)}, but ${size} bytes are stored.`,
    );
  }
  if (length !== null && size < length) {
    throw atOffset(size, `The upload is not complete: ${size} of ${length} bytes are stored.`);
  }
}

function knownSums({ sha256, crc32 }: StagedUpload): Sums | undefined {
  return sha256 === null || crc32 === null ? undefined : { sha256, crc32 };
}

/** Seals the content and computes its checksums. Idempotent after an interruption. */
async function seal(deps: Deps, actor: Actor, upload: StagedUpload): Promise<Sums> {
  const { uploadId, identifier, size, storageKey, length } = upload;
  const lock = async (tx: Tx): Promise<StagedUpload> => {
    const [, locked] = await Promise.all([limitHold(tx), accessUpload(tx, actor, identifier, 'or wait')]);
    if (locked.size !== size) throw atOffset(locked.size, 'The upload has grown in the meantime.');
    return locked;
  };
  // Committed first: a process that freezes while it seals must not truncate bytes that were appended afterwards.
  if (length === null) {
    await transaction(deps.sql, async (tx) => {
      await lock(tx);
      await settleLength(tx, actor, uploadId);
    });
  }
  await deps.inStoreTurn(() =>
    transaction(deps.sql, async (tx) => {
      const locked = await lock(tx);
      await whileHeld(tx, () => deps.blobs.seal(storageKey, size, locked.growth)).catch(uploadIsGone);
      dropOldSums(deps, locked);
    }),
  );
  const sums = await deps.sums.of(storageKey, size);
  await recordSums(deps.sql, actor, uploadId, sums);
  return sums;
}

// If the deployment has the same content already, that one is used and these bytes become orphans.
async function adopt(tx: Tx, actor: Actor, { storageKey: key, size }: StagedUpload, sums: Sums) {
  const { blobId, storageKey } = await adoptBlob(tx, actor.deploymentId, { key, size, ...sums }, actor.now);
  if (storageKey !== key) await removeBytes(tx, [key]);
  return { blobId, size, hash: sums.sha256.toString('hex') };
}
