/** Uploading a document (contract: Uploading; POST /api/folders/{folderId}/documents). */
import type { Deps } from '../../deps.ts';
import { invalidParameter } from '../../platform/errors.ts';
import { extensionOf, fileName, nameKey } from '../../platform/names.ts';
import { recordActivity } from '../activity/activity.queries.ts';
import type { Actor } from '../actor.ts';
import { accessFolder } from '../folders/folders.access.ts';
import { assertFileTypeAllowed } from '../settings/settings.access.ts';
import { requestThumbnail } from '../thumbnails/thumbnails.jobs.ts';
import { commitContent } from '../uploads/commit-content.ts';
import type { SmallUpload } from '../uploads/multipart.ts';
import type { PresentableDocument } from './documents.presenter.ts';
import { insertDocument, reserveDocumentIds } from './documents.queries.ts';

/**
 * Makes a document of an upload. 400 for a bad name or file type, 404/403 for the folder, 409 if a document of the same
 * name and content is there; two at once make one.
 */
export async function createDocument(
  deps: Deps,
  actor: Actor,
  folderId: number,
  upload: SmallUpload,
): Promise<PresentableDocument> {
  return commitContent(deps, actor, upload.stored, async (tx, adopt) => {
    const name = documentName(upload);
    // Statements that need nothing of each other travel together; PostgreSQL runs them in this order.
    const [, { libraryId }, content, ids] = await Promise.all([
      assertFileTypeAllowed(tx, actor.deploymentId, name, 'DocumentName'),
      accessFolder(tx, actor, folderId, 'Write', 'child'),
      adopt(),
      reserveDocumentIds(tx),
    ]);
    const { documentId } = ids;
    const row = { ...ids, folderId, name, nameKey: nameKey(name), revisionName: name, content };
    const entry = { libraryId, folderId, documentId, contentName: name };
    await Promise.all([
      insertDocument(tx, actor, row),
      recordActivity(tx, actor, { type: 'DocumentCreated', ...entry }),
      requestThumbnail(tx, { deploymentId: actor.deploymentId, blobId: content.blobId, name }),
    ]);
    return { documentId, folderId, name, size: content.size, hash: content.hash, modifiedAt: actor.now.toISOString() };
  });
}

// The name wanted, with the extension of the file if it has none of its own; without one, the file's name.
function documentName({ metadata, fileName: uploaded }: SmallUpload): string {
  const wanted = metadata['DocumentName'] ?? '';
  if (typeof wanted !== 'string') throw invalidParameter('DocumentName', 'DocumentName must be text.');
  if (wanted === '') return fileName(uploaded, 'file');
  const name = fileName(wanted, 'DocumentName');
  return extensionOf(name) === '' ? fileName(name + extensionOf(uploaded), 'DocumentName') : name;
}
