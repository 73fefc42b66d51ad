/** Uploads as visitors make them: folders that come along are made below the shared one. */
import { type LinkKey, createFolder, storeDocument, storeRevision, uploadsUrl } from '../../api/visits.ts';
import { createSender } from './sender.ts';
import { type SendFile, type UploadEvents, type Uploads, createUploads } from './uploads.ts';

const byPlace = new Map<string, Uploads>();

/** The uploads of a visit; the same ones for all its pages. `events` are those of the first who asks. */
export function uploadsOf(link: LinkKey, events: UploadEvents): Uploads {
  const place = `${link.reference} ${link.recipient ?? ''}`;
  const uploads = byPlace.get(place) ?? createUploads(place, senderOf(link), events);
  byPlace.set(place, uploads);
  return uploads;
}

function senderOf(link: LinkKey): SendFile {
  return createSender({
    endpoint: uploadsUrl(link),
    // The link says where everything goes.
    metadataOf: () => ({}),
    createFolder: (folderId, path) => createFolder(link, folderId, path),
    store: (target, uploadId) =>
      'folderId' in target
        ? storeDocument(link, target.folderId, uploadId)
        : storeRevision(link, target.documentId, uploadId),
  });
}
