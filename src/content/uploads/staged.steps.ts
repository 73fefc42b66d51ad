import type { Step, WithSteps } from '../../platform/steps.ts';
import type { Actor } from '../../core/actor.ts';

/** An upload that starts, or resumes after it was inactive: then with its id. */
export type OpenedUpload = { bytes: number; uploadId?: number };

/** An upload that is being finalized. `isReserved`: it was active, so that its place is still reserved. */
export type FinishedUpload = { uploadId: number; isReserved: boolean };

/** `isNew` false: the upload repeats the current revision. `upload` null: it was not staged. */
export type ReceivedContent = {
  actor: Actor;
  documentId: number;
  bytes: number;
  isNew: boolean;
  upload: FinishedUpload | null;
};

export type UploadSteps = {
  /** Before a visitor's upload reserves room. The uploads of the link are locked. */
  uploadReservation: readonly Step<{ actor: Actor; upload: OpenedUpload }>[];
  /** After an upload became a document or revision. */
  uploadFinish: readonly Step<ReceivedContent>[];
};

export type UploadDeps = WithSteps<UploadSteps>;
