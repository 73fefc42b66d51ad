/** Sending files to some place: folders that come along are made first, then the bytes are sent, then they are stored. */
import { NameTaken, type Namesake, hasContentOf } from './namesakes.ts';
import { sendFile, uploadIdOf } from './send-file.ts';
import type { SendFile } from './uploads.ts';

/** The addresses of a place; all functions throw ApiErrors. */
export type UploadPlace = {
  /** Where uploads begin. */
  endpoint: string;
  /** What the server wants to know at the beginning, besides the name of the file. */
  metadataOf: (target: StoreTarget) => Record<string, string>;
  /** Makes the folders of `path`, parted by `/`, below a folder; answers with the deepest. */
  createFolder: (folderId: number, path: string) => Promise<{ FolderId: number }>;
  store: (target: StoreTarget, uploadId: string) => Promise<unknown>;
  /** The documents of a folder that have this name; without it nobody is asked what to do with them. */
  findNamesakes?: (folderId: number, name: string) => Promise<Namesake[]>;
};

export type StoreTarget = { folderId: number } | { documentId: number };

/** What sends one file to the place. */
export function createSender({ endpoint, metadataOf, createFolder, store, findNamesakes }: UploadPlace): SendFile {
  const folders = new Map<string, Promise<number>>();

  // Many files lie in the same folder, which is made once.
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

  // The newest of those with another content; one with the same is for the server to refuse.
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
    // What is on its way already was asked about.
    if ('folderId' in place && uploadUrl === null) await assertNameFree(place.folderId, file);
    const metadata = metadataOf(place);
    const url = await sendFile(file, { endpoint, metadata, uploadUrl, onUrl, onProgress: onSent, signal });
    onStoring();
    await store(place, uploadIdOf(url));
  };
}
