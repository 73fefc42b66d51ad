/** Sends files to a place: creates their folders, sends the bytes, and stores the documents. */
import { NameTaken, type Namesake, hasContentOf } from './names/namesakes.ts';
import { sendFile, uploadIdOf } from './send-file.ts';
import type { SendFile } from './uploads.ts';

/** The endpoints of a place. All functions throw ApiErrors. */
export type UploadPlace = {
  /** The URL that creates uploads. */
  endpoint: string;
  /** Metadata of an upload besides the file name. */
  metadataOf: (target: StoreTarget) => Record<string, string>;
  /** Creates the folders of `path`, separated by `/`, below a folder, and returns the deepest one. */
  createFolder: (folderId: number, path: string) => Promise<{ FolderId: number }>;
  /** `isNew` is false if the document already has this content. */
  store: (target: StoreTarget, uploadId: string) => Promise<{ isNew: boolean }>;
  /** The documents of a folder with this name. If missing, name conflicts are not checked. */
  findNamesakes?: (folderId: number, name: string) => Promise<Namesake[]>;
};

export type StoreTarget = { folderId: number } | { documentId: number };

/** Creates the function that sends one file to the place. */
export function createSender({ endpoint, metadataOf, createFolder, store, findNamesakes }: UploadPlace): SendFile {
  const folders = new Map<string, Promise<number>>();

  // A folder that many files share is created once.
  function folderFor(folderId: number, path: string): Promise<number> {
    const below = path.split('/').slice(0, -1).join('/');
    if (below === '') return Promise.resolve(folderId);
    const key = `${folderId}/${below}`;
    const made =
      folders.get(key) ??
      createFolder(folderId, below).then(
        ({ FolderId }) => FolderId,
        (error: Error) => {
          folders.delete(key);
          throw error;
        },
      );
    folders.set(key, made);
    return made;
  }

  // The newest document with other content. The server refuses a file with the same content.
  async function assertNameFree(folderId: number, file: File): Promise<void> {
    const namesakes = (await findNamesakes?.(folderId, file.name)) ?? [];
    const [newest] = namesakes;
    if (newest === undefined || (await hasContentOf(file, namesakes))) return;
    throw new NameTaken(newest.documentId);
  }

  return async ({ target, path, uploadUrl }, file, { signal, onUrl, onSent, onStoring }) => {
    const place =
      target.kind === 'folder'
        ? { folderId: await folderFor(target.folderId, path) }
        : { documentId: target.documentId };
    // An upload that has started was already checked.
    if ('folderId' in place && uploadUrl === null) await assertNameFree(place.folderId, file);
    const metadata = metadataOf(place);
    const url = await sendFile(file, { endpoint, metadata, uploadUrl, onUrl, onProgress: onSent, signal });
    onStoring();
    const { isNew } = await store(place, uploadIdOf(url));
    return isNew;
  };
}
