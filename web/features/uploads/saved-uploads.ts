/** Uploads saved in IndexedDB, which can also store the handles of dropped files. */
import type { SavedUpload } from './upload.ts';

const STORE = 'uploads';

/** The saved uploads of a place, in the order in which they were added. */
export async function listSavedUploads(place: string): Promise<SavedUpload[]> {
  const found = await inStore('readonly', (store) => store.index('place').getAll(place));
  return (found ?? []) as SavedUpload[];
}

/** Saves uploads and their state. */
export async function saveUploads(uploads: SavedUpload[]): Promise<void> {
  await inStore('readwrite', (store) => uploads.map((upload) => store.put(upload)).at(-1));
}

/** Deletes saved uploads. */
export async function deleteSavedUploads(ids: string[]): Promise<void> {
  await inStore('readwrite', (store) => ids.map((id) => store.delete(id)).at(-1));
}

let opened: Promise<IDBDatabase | null> | undefined;

// If the browser stores nothing (some private windows), uploads work but do not survive the page.
async function inStore<Value>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Value> | undefined,
): Promise<Value | undefined> {
  const database = await (opened ??= openDatabase().catch(() => null));
  if (database === null) return undefined;
  const transaction = database.transaction(STORE, mode);
  const request = work(transaction.objectStore(STORE));
  await new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Nothing was kept.')));
  });
  return request?.result;
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('carrel', 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(STORE, { keyPath: 'id' }).createIndex('place', 'place');
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing.')));
  });
}
