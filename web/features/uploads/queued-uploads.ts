/** Uploads in the queue: their saved state, their file and their progress. */
import { isRefusal } from '../../api/client.ts';
import { randomId } from '../../random-id.ts';
import type { ConflictChoice, SavedUpload, PickedFile, Upload, UploadState, UploadTarget } from './upload.ts';

/** Files that were selected together, with the choice that applies to all of them. */
export type Batch = { answer: ConflictChoice | null };

export type QueuedUpload = {
  kept: SavedUpload;
  file: File | null;
  state: UploadState;
  sent: number;
  error: Error | null;
  stop: AbortController | null;
  batch: Batch;
  /** The document that has the name, if it is taken. */
  takenBy: number | null;
};

type NewUpload = { place: string; target: UploadTarget; index: number; batch: Batch };

/** Creates the queue entry of a selected file. */
export function queueUpload(
  { place, target, index, batch }: NewUpload,
  { file, path, root }: PickedFile,
): QueuedUpload {
  const { size, lastModified } = file;
  // Browsers return saved uploads in the order of their ids.
  const id = [Date.now(), String(index).padStart(6, '0'), randomId()].join('-');
  const kept = { id, place, target, path, size, lastModified, root, uploadUrl: null, doneAt: null };
  return { kept, file, state: 'waiting', sent: 0, error: null, stop: null, batch, takenBy: null };
}

/** Creates the queue entry of a saved upload. */
export function restoreUpload(kept: SavedUpload): QueuedUpload {
  const isDone = kept.doneAt !== null;
  const [state, sent]: [UploadState, number] = isDone ? ['done', kept.size] : ['lost', 0];
  return { kept, file: null, state, sent, error: null, stop: null, batch: { answer: null }, takenBy: null };
}

/** Whether a retry may succeed. Permanent errors would occur again. */
export const canRetry = ({ state, error }: Pick<QueuedUpload, 'state' | 'error'>): boolean =>
  state === 'failed' && !isRefusal(error);

/** The upload as pages see it. */
export function presentUpload({ kept, file, state, sent, error }: QueuedUpload): Upload {
  const { id, target, path, size, doneAt } = kept;
  return {
    id,
    target,
    path,
    size,
    state,
    sent,
    doneAt,
    isReadable: kept.root !== null,
    isAtHand: file !== null,
    error,
    canRetry: canRetry({ state, error }),
  };
}
