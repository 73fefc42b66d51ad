/**
 * The upload queue of a visit: a few at a time, resumable, and saved until they are done. It exists outside the pages, so that
 * uploads continue during navigation. Pages show a snapshot of it.
 */
import { ApiError } from '../../api/client.ts';
import {
  type Batch,
  type QueuedUpload,
  canRetry,
  restoreUpload,
  queueUpload,
  presentUpload,
} from './queued-uploads.ts';
import { deleteSavedUploads, saveUploads, listSavedUploads } from './saved-uploads.ts';
import { NameTaken } from './names/namesakes.ts';
import { numbered } from './names/numbered.ts';
import { readAgain } from './picked-files.ts';
import { type Snapshots, createSnapshots } from './snapshots.ts';
import {
  type ConflictChoice,
  type SavedUpload,
  type PickedFile,
  type Upload,
  type UploadState,
  type UploadTarget,
  isSameFile,
} from './upload.ts';

export type Uploads = Pick<Snapshots<Upload>, 'subscribe' | 'list'> & {
  add: (target: UploadTarget, picked: PickedFile[]) => Promise<void>;
  /** Pauses or resumes all unfinished uploads. */
  pauseAll: () => void;
  resumeAll: () => void;
  pause: (id: string) => void;
  /** Resumes a paused or failed upload. */
  resume: (id: string) => void;
  remove: (id: string) => void;
  /** Uploads a file whose name was refused under another one. */
  rename: (id: string, path: string) => void;
  /** Resolves a name conflict. An identical file (`present`) can also be kept as `both`. */
  answer: (id: string, answer: ConflictChoice) => void;
  /** Resolves all name conflicts of the selection, including later ones. */
  answerAll: (answer: ConflictChoice) => void;
  /** Resumes uploads after a reload with files that the browser can read again. Must be called from a click handler. */
  readLost: () => Promise<void>;
  /** Removes finished uploads. */
  clear: () => void;
};

/** Sends one file and stores its document. False if the document already has this content. Throws ApiErrors. */
export type SendFile = (upload: SavedUpload, file: File, progress: Progress) => Promise<boolean>;
export type Progress = {
  signal: AbortSignal;
  onUrl: (uploadUrl: string) => void;
  onSent: (bytes: number) => void;
  onStoring: () => void;
};

/** Events: a document was stored, or the server refused one. */
export type UploadEvents = { onStored: () => void; onRefused: (error: Error) => void };

type Queue = {
  place: string;
  entries: Map<string, QueuedUpload>;
  send: SendFile;
  events: UploadEvents;
  snapshots: Snapshots<Upload>;
};

const AT_ONCE = 3;

/** Creates the uploads of a visit. `place` identifies them in the browser's storage. */
export function createUploads(place: string, send: SendFile, events: UploadEvents): Uploads {
  const entries = new Map<string, QueuedUpload>();
  const snapshots = createSnapshots(() => [...entries.values()].map(presentUpload));
  const queue: Queue = { place, entries, send, events, snapshots };
  const loaded = load(queue);
  const change = (chosen: QueuedUpload[], work: (entry: QueuedUpload) => void) => {
    chosen.forEach(work);
    pump(queue);
  };
  const one = (id: string) => [...entries.values()].filter(({ kept }) => kept.id === id);
  goOnWhenOnline(queue);
  warnBeforeLeaving(queue);
  return {
    subscribe: snapshots.subscribe,
    list: snapshots.list,
    add: async (target, picked) => {
      await loaded;
      await add(queue, target, picked, { answer: null });
    },
    pauseAll: () => change(those(queue, 'sending', 'waiting'), pause),
    resumeAll: () => change([...those(queue, 'paused'), ...those(queue, 'failed').filter(canRetry)], resume),
    pause: (id) => change(one(id), pause),
    resume: (id) => change(one(id), resume),
    remove: (id) => drop(queue, one(id)),
    rename: (id, path) => one(id).forEach((entry) => void addAs(queue, entry, path, { answer: null })),
    answer: (id, answer) => one(id).forEach((entry) => follow(queue, entry, answer)),
    answerAll: (answer) => {
      for (const entry of those(queue, 'taken')) {
        entry.batch.answer = answer;
        follow(queue, entry, answer);
      }
    },
    clear: () => drop(queue, those(queue, 'done', 'present')),
    readLost: async () => {
      const lost = those(queue, 'lost');
      for (const pick of await readAgain(lost.map(({ kept }) => kept))) takeUp(lost, pick);
      pump(queue);
    },
  };
}

function those({ entries }: Queue, ...states: UploadState[]): QueuedUpload[] {
  return [...entries.values()].filter(({ state }) => states.includes(state));
}

// Starts uploads up to the limit.
function pump(queue: Queue): void {
  const free = AT_ONCE - those(queue, 'sending', 'storing').length;
  for (const entry of those(queue, 'waiting').slice(0, Math.max(free, 0))) void run(queue, entry);
  queue.snapshots.flush();
}

async function run(queue: Queue, entry: QueuedUpload): Promise<void> {
  const { kept, file } = entry;
  if (file === null) return;
  const stop = new AbortController();
  Object.assign(entry, { state: 'sending', error: null, stop });
  const outcome: Outcome = await queue.send(kept, file, progressOf(queue, entry, stop.signal)).then(
    (isNew) => ({ error: null, isNew }),
    (error: Error) => ({ error, isNew: !isSameInFolder(entry, error) }),
  );
  // A stopped upload already has its new state, unless it finished before.
  if (queue.entries.has(kept.id) && (outcome.error === null || !stop.signal.aborted)) settle(queue, entry, outcome);
  pump(queue);
}

function progressOf({ snapshots }: Queue, entry: QueuedUpload, signal: AbortSignal): Progress {
  return {
    signal,
    onUrl: (uploadUrl) => {
      entry.kept.uploadUrl = uploadUrl;
      void saveUploads([entry.kept]);
    },
    onSent: (bytes) => {
      entry.sent = bytes;
      snapshots.notify();
    },
    onStoring: () => {
      if (!signal.aborted) entry.state = 'storing';
      snapshots.notify();
    },
  };
}

/** `isNew`: the folder or document did not have the same content before. */
type Outcome = { error: Error | null; isNew: boolean };

// The folder refuses a file with the same name and content (409), so it already has it.
function isSameInFolder({ kept, state }: QueuedUpload, error: Error): boolean {
  return kept.target.kind === 'folder' && state === 'storing' && error instanceof ApiError && error.status === 409;
}

function settle(queue: Queue, entry: QueuedUpload, { error, isNew }: Outcome): void {
  entry.stop = null;
  if (error instanceof NameTaken) {
    Object.assign(entry, { state: 'taken', takenBy: error.documentId });
    if (entry.batch.answer !== null) follow(queue, entry, entry.batch.answer);
    return;
  }
  if (error !== null && isNew) {
    Object.assign(entry, { state: 'failed', error });
    // Avoids asking for a file again after a reload if it is already stored.
    if (!canRetry(entry)) void deleteSavedUploads([entry.kept.id]);
    queue.events.onRefused(error);
    return;
  }
  Object.assign(entry, { state: isNew ? 'done' : 'present', sent: entry.kept.size });
  entry.kept.doneAt = new Date().toISOString();
  void saveUploads([entry.kept]);
  queue.events.onStored();
}

// Applies the choice for a name conflict.
function follow(queue: Queue, entry: QueuedUpload, answer: ConflictChoice): void {
  if (answer === 'skip') return drop(queue, [entry]);
  // The new name may also be taken, so the number increases until a name is free.
  if (answer === 'both') return void addAs(queue, entry, numbered(entry.kept.path), { answer: 'both' });
  if (entry.takenBy === null) return;
  entry.kept.target = { kind: 'revision', documentId: entry.takenBy };
  entry.state = 'waiting';
  void saveUploads([entry.kept]);
  pump(queue);
}

async function load({ place, entries, snapshots }: Queue): Promise<void> {
  for (const upload of await listSavedUploads(place)) entries.set(upload.id, restoreUpload(upload));
  snapshots.flush();
}

async function add(queue: Queue, target: UploadTarget, picked: PickedFile[], batch: Batch): Promise<void> {
  const lost = those(queue, 'lost');
  // Selecting a folder again resumes its missing files.
  const done = lost.length > 0 ? those(queue, 'done', 'present') : [];
  const fresh = picked.filter((pick) => !takeUp(lost, pick) && !done.some(({ kept }) => isSameFile(kept, pick)));
  const made = fresh.map((pick, index) => queueUpload({ place: queue.place, target, index, batch }, pick));
  for (const entry of made) queue.entries.set(entry.kept.id, entry);
  pump(queue);
  await saveUploads(made.map(({ kept }) => kept));
}

async function addAs(queue: Queue, entry: QueuedUpload, path: string, batch: Batch): Promise<void> {
  const { kept, file } = entry;
  if (file === null) return;
  const name = path.split('/').at(-1) ?? path;
  const { lastModified, type } = file;
  drop(queue, [entry]);
  const renamed = { file: new File([file], name, { lastModified, type }), path, root: null };
  await add(queue, kept.target, [renamed], batch);
}

// A file that was selected again resumes where it stopped.
function takeUp(lost: QueuedUpload[], pick: PickedFile): boolean {
  const entry = lost.find(({ kept, state }) => state === 'lost' && isSameFile(kept, pick));
  if (entry === undefined) return false;
  Object.assign(entry, { file: pick.file, state: 'waiting' });
  return true;
}

function pause(entry: QueuedUpload): void {
  entry.state = 'paused';
  entry.stop?.abort();
}

function resume(entry: QueuedUpload): void {
  entry.state = entry.file === null ? 'lost' : 'waiting';
}

function drop(queue: Queue, dropped: QueuedUpload[]): void {
  for (const { kept, stop } of dropped) {
    queue.entries.delete(kept.id);
    stop?.abort();
  }
  void deleteSavedUploads(dropped.map(({ kept }) => kept.id));
  pump(queue);
}

function goOnWhenOnline(queue: Queue): void {
  window.addEventListener('online', () => {
    those(queue, 'failed')
      .filter(({ error }) => error instanceof ApiError && error.status === 0)
      .forEach(resume);
    pump(queue);
  });
}

function warnBeforeLeaving(queue: Queue): void {
  window.addEventListener('beforeunload', (event) => {
    if (those(queue, 'waiting', 'sending', 'storing').length > 0) event.preventDefault();
  });
}
