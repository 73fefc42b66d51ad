/** Uploads as the queue holds them: what is kept of each in the browser, with its file and what became of it. */
import { isRefusal } from '../../api/client.ts';
import type { ConflictChoice, SavedUpload, PickedFile, Upload, UploadState, UploadTarget } from './upload.ts';

/** Files that somebody chose at once; an answer that was meant for all of them. */
export type Batch = { answer: ConflictChoice | null };

export type QueuedUpload = {
  kept: SavedUpload;
  file: File | null;
  state: UploadState;
  sent: number;
  error: Error | null;
  stop: AbortController | null;
  batch: Batch;
  /** Which document has its name, if it is taken. */
  takenBy: number | null;
};

type NewUpload = { place: string; target: UploadTarget; index: number; batch: Batch };

/** Of a file that somebody chose. */
export function queueUpload(
  { place, target, index, batch }: NewUpload,
  { file, path, root }: PickedFile,
): QueuedUpload {
  const { size, lastModified } = file;
  // The browser gives back what it keeps in the order of ids.
  const id = [Date.now(), String(index).padStart(6, '0'), crypto.randomUUID()].join('-');
  const kept = { id, place, target, path, size, lastModified, root, uploadUrl: null, doneAt: null };
  return { kept, file, state: 'waiting', sent: 0, error: null, stop: null, batch, takenBy: null };
}

/** Of what the browser kept. */
export function restoreUpload(kept: SavedUpload): QueuedUpload {
  const isDone = kept.doneAt !== null;
  const [state, sent]: [UploadState, number] = isDone ? ['done', kept.size] : ['lost', 0];
  return { kept, file: null, state, sent, error: null, stop: null, batch: { answer: null }, takenBy: null };
}

/** Whether another attempt may succeed: what the server has refused for good it would refuse again. */
export const canRetry = ({ state, error }: Pick<QueuedUpload, 'state' | 'error'>): boolean =>
  state === 'failed' && !isRefusal(error);

/** As pages get it. */
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
