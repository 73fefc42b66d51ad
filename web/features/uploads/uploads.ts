/**
 * The uploads of a visit: a few at a time, each going on where it stopped, all of them kept until they are done. They live
 * beside the pages, so they go on while somebody looks around, and a page shows a snapshot of them.
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
import { NameTaken } from './namesakes.ts';
import { numbered } from './numbered.ts';
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
  /** Stops all that are not done, or goes on with them. */
  pauseAll: () => void;
  resumeAll: () => void;
  pause: (id: string) => void;
  /** Goes on with one that was paused or has failed. */
  resume: (id: string) => void;
  remove: (id: string) => void;
  /** Says what to do with one whose name is taken; one that the folder had already (`present`) can be kept `both` too. */
  answer: (id: string, answer: ConflictChoice) => void;
  /** The same with all of them, and with what was chosen with them and is still to come. */
  answerAll: (answer: ConflictChoice) => void;
  /** Goes on after a reload, with what the browser lets read again; to be called in answer to a click. */
  readLost: () => Promise<void>;
  /** Forgets what is done. */
  clear: () => void;
};

/** Sends one: its bytes, then what makes a document of them. Throws ApiErrors. */
export type SendFile = (upload: SavedUpload, file: File, progress: Progress) => Promise<void>;
export type Progress = {
  signal: AbortSignal;
  onUrl: (uploadUrl: string) => void;
  onSent: (bytes: number) => void;
  onStoring: () => void;
};

/** What others want to know: a document was stored; the server refused one. */
export type UploadEvents = { onStored: () => void; onRefused: (error: Error) => void };

type Queue = {
  place: string;
  entries: Map<string, QueuedUpload>;
  send: SendFile;
  events: UploadEvents;
  snapshots: Snapshots<Upload>;
};

const AT_ONCE = 3;

/** Makes the uploads of a visit; `place` names it among what the browser keeps. */
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

// Starts as many as may be under way.
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
  const error = await queue.send(kept, file, progressOf(queue, entry, stop.signal)).then(
    () => null,
    (reason: Error) => reason,
  );
  // One that was stopped has its new state already, unless it was done before that.
  if (queue.entries.has(kept.id) && (error === null || !stop.signal.aborted)) settle(queue, entry, error);
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

// A folder that has the same content under the same name refuses it a second time (409): nothing is missing then.
function settle(queue: Queue, entry: QueuedUpload, error: Error | null): void {
  const isIntoFolder = entry.kept.target.kind === 'folder' && entry.state === 'storing';
  const isPresent = isIntoFolder && error instanceof ApiError && error.status === 409;
  entry.stop = null;
  if (error instanceof NameTaken) {
    Object.assign(entry, { state: 'taken', takenBy: error.documentId });
    if (entry.batch.answer !== null) follow(queue, entry, entry.batch.answer);
    return;
  }
  if (error !== null && !isPresent) {
    Object.assign(entry, { state: 'failed', error });
    // After a reload nobody is asked to choose the file again for nothing.
    if (!canRetry(entry)) void deleteSavedUploads([entry.kept.id]);
    queue.events.onRefused(error);
    return;
  }
  Object.assign(entry, { state: isPresent ? 'present' : 'done', sent: entry.kept.size });
  entry.kept.doneAt = new Date().toISOString();
  void saveUploads([entry.kept]);
  queue.events.onStored();
}

// Does with one whose name is taken what somebody wants.
function follow(queue: Queue, entry: QueuedUpload, answer: ConflictChoice): void {
  if (answer === 'skip') return drop(queue, [entry]);
  if (answer === 'both') return void addNumbered(queue, entry);
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
  // Who chooses a folder again to go on with it means what is missing of it.
  const done = lost.length > 0 ? those(queue, 'done', 'present') : [];
  const fresh = picked.filter((pick) => !takeUp(lost, pick) && !done.some(({ kept }) => isSameFile(kept, pick)));
  const made = fresh.map((pick, index) => queueUpload({ place: queue.place, target, index, batch }, pick));
  for (const entry of made) queue.entries.set(entry.kept.id, entry);
  pump(queue);
  await saveUploads(made.map(({ kept }) => kept));
}

// The name may be taken as well: then the number is the next one, as often as need be.
async function addNumbered(queue: Queue, entry: QueuedUpload): Promise<void> {
  const { kept, file } = entry;
  if (file === null) return;
  const path = numbered(kept.path);
  const name = path.split('/').at(-1) ?? path;
  const { lastModified, type } = file;
  drop(queue, [entry]);
  const renamed = { file: new File([file], name, { lastModified, type }), path, root: null };
  await add(queue, kept.target, [renamed], { answer: 'both' });
}

// A file that was chosen again goes on where it stopped.
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
