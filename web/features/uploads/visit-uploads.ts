/** Uploads of visitors. Their folders are created below the shared folder. */
import { type LinkKey, createFolder, storeDocument, storeRevision, uploadsUrl } from '../../api/visits.ts';
import { createSender } from './sender.ts';
import { type SendFile, type UploadEvents, type Uploads, createUploads } from './uploads.ts';

const byPlace = new Map<string, Uploads>();

/** The uploads of a visit, the same on all its pages. The first caller's `events` are used. */
export function uploadsOf(link: LinkKey, events: UploadEvents): Uploads {
  const place = `${link.reference} ${link.recipient ?? ''}`;
  const uploads = byPlace.get(place) ?? createUploads(place, senderOf(link), events);
  byPlace.set(place, uploads);
  return uploads;
}

function senderOf(link: LinkKey): SendFile {
  return createSender({
    endpoint: uploadsUrl(link),
    // The link defines the target.
    metadataOf: () => ({}),
    createFolder: (folderId, path) => createFolder(link, folderId, path),
    store: (target, uploadId) =>
      'folderId' in target
        ? storeDocument(link, target.folderId, uploadId)
        : storeRevision(link, target.documentId, uploadId),
  });
}
