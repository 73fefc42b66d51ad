/** Uploads as visitors make them: folders that come along are made below the shared one. */
import { type LinkKey, createFolder, storeDocument, storeRevision, uploadsUrl } from '../../api/visits.ts';
import { sendFile, uploadIdOf } from './send-file.ts';
import type { KeptUpload } from './upload.ts';
import { type Progress, type Send, type UploadEvents, type Uploads, createUploads } from './uploads.ts';

const byPlace = new Map<string, Uploads>();

/** The uploads of a visit; the same ones for all its pages. `events` are those of the first who asks. */
export function uploadsOf(link: LinkKey, events: UploadEvents): Uploads {
  const place = `${link.reference} ${link.recipient ?? ''}`;
  const uploads = byPlace.get(place) ?? createUploads(place, senderOf(link), events);
  byPlace.set(place, uploads);
  return uploads;
}

function senderOf(link: LinkKey): Send {
  const folders = new Map<string, Promise<number>>();

  // Many files lie in the same folder, which is made once.
  function folderFor(folderId: number, path: string): Promise<number> {
    const below = path.split('/').slice(0, -1).join('/');
    if (below === '') return Promise.resolve(folderId);
    const key = `${folderId}/${below}`;
    const made =
      folders.get(key) ??
      createFolder(link, folderId, below).then(
        ({ FolderId }) => FolderId,
        (error: Error) => {
          folders.delete(key);
          throw error;
        },
      );
    folders.set(key, made);
    return made;
  }

  return async (upload, file, progress) => {
    const { target, path } = upload;
    const folderId = target.kind === 'folder' ? await folderFor(target.folderId, path) : null;
    const uploadId = await sendBytes(link, upload, file, progress);
    progress.onStoring();
    if (target.kind === 'revision') await storeRevision(link, target.documentId, uploadId);
    else if (folderId !== null) await storeDocument(link, folderId, uploadId);
  };
}

async function sendBytes(link: LinkKey, { uploadUrl }: KeptUpload, file: File, progress: Progress): Promise<string> {
  const { signal, onUrl, onSent } = progress;
  const url = await sendFile(file, { endpoint: uploadsUrl(link), uploadUrl, onUrl, onProgress: onSent, signal });
  return uploadIdOf(url);
}
