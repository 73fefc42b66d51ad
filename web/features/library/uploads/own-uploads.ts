/** Uploads of people with an account. */
import { UPLOADS_URL, createFolderPath, listNamesakes, storeUpload } from '../../../api/library.ts';
import { createSender } from '../../uploads/sender.ts';
import { type UploadEvents, type Uploads, createUploads } from '../../uploads/uploads.ts';

const byUser = new Map<number, Uploads>();

/** The uploads of a person, the same on all pages. Another person in this browser has others. */
export function ownUploads(userId: number, events: UploadEvents): Uploads {
  const uploads = byUser.get(userId) ?? createUploads(`user ${userId}`, sender, events);
  byUser.set(userId, uploads);
  return uploads;
}

const sender = createSender({
  endpoint: UPLOADS_URL,
  metadataOf: (target): Record<string, string> =>
    'folderId' in target ? { folderId: String(target.folderId) } : { documentId: String(target.documentId) },
  createFolder: (id, path) => createFolderPath({ kind: 'folder', id }, path.replaceAll('/', '\\')),
  store: storeUpload,
  async findNamesakes(folderId, name) {
    const found = await listNamesakes(folderId, name);
    return found.map(({ DocumentId: documentId, DocumentSize: size, Hash: hash }) => ({ documentId, size, hash }));
  },
});
