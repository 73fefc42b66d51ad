/** Creates documents from uploads (docs/api/uploads.md). */
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { invalidParameter } from '../../platform/errors.ts';
import { extensionOf, fileName, nameKey } from '../../platform/values/names.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { assertFileTypeAllowed, assertFileTypesAmong } from '../../core/settings/settings.access.ts';
import { requestThumbnail } from '../../content/thumbnails/thumbnails.jobs.ts';
import { type Adopt, commitContent } from '../../content/uploads/commit-content.ts';
import type { FileReference } from '../../content/uploads/fileref.ts';
import type { SmallUpload } from '../../content/uploads/multipart.ts';
import type { UploadDeps } from '../../content/uploads/staged.steps.ts';
import { type Made, finalizeUpload } from '../../content/uploads/finalize-upload.ts';
import { indexSoon } from '../search-index/index-soon.ts';
import { accessDocument, accessFolder } from '../tree/tree.access.ts';
import type { PresentableDocument } from '../tree/tree.presenter.ts';
import { type DocumentIds, insertDocument, reserveDocumentIds } from './documents.queries.ts';
import { DUPLICATES_INDEX, nameForContent } from './duplicates.steps.ts';

/**
 * Creates a document from an upload. 400 for a bad name or file type, 404/403 for the folder, 409 if a document of the
 * same name and content exists; of two concurrent requests one creates it. If the actor cannot read that document, the
 * new one gets the next free name instead.
 */
export async function createDocument(
  deps: Deps,
  actor: Actor,
  folderId: number,
  upload: SmallUpload,
): Promise<PresentableDocument> {
  const reserved = {};
  // A refused name throws here, so that the bytes are removed.
  const add = async (tx: Tx, adopt: Adopt, attempt: number) => {
    const name = documentName(upload);
    return addDocument(tx, actor, { folderId, name, parameter: 'DocumentName', attempt, reserved }, adopt);
  };
  const created = await commitContent(deps, actor, upload.stored, add, { againOn: DUPLICATES_INDEX });
  indexSoon(deps.sql);
  return created;
}

/** The same from a staged upload for this folder or a document in it; 409 also as in `finalizeUpload`. Idempotent. */
export async function finalizeDocument(
  deps: UploadDeps,
  actor: Actor,
  folderId: number,
  reference: FileReference,
  stagedFor = folderId,
): Promise<PresentableDocument & { uploadName: string }> {
  const parameter = 'filename';
  const reserved = {};
  const finalized = await finalizeUpload<PresentableDocument & Made>(deps, actor, reference, {
    target: { folderId: stagedFor },
    againOn: DUPLICATES_INDEX,
    async check(name) {
      await assertFileTypeAllowed(deps.sql, actor.deploymentId, name, parameter);
      await accessFolder(deps.sql, actor, folderId, 'AddDocument');
    },
    async make(tx, late, { name, attempt }, adopt) {
      const made = await addDocument(tx, late, { folderId, name, parameter, attempt, reserved }, adopt);
      await tx.settle();
      return made;
    },
    find: (tx, { documentId }) => accessDocument(tx, actor, documentId, 'View'),
  });
  indexSoon(deps.sql);
  return finalized;
}

/** `reserved`: the ids of an earlier attempt. Reused, because a gap between ids would reveal a duplicate. */
type NewDocument = {
  folderId: number;
  name: string;
  parameter: string;
  attempt: number;
  reserved: { ids?: DocumentIds };
};

// `parameter` names the document's name in the request. The unique index finds duplicates at no cost; only a second
// attempt checks who can read them, and locks the folder, so that concurrent uploads get different names.
async function addDocument(
  tx: Tx,
  actor: Actor,
  { folderId, name: wanted, parameter, attempt, reserved }: NewDocument,
  adopt: Adopt,
): Promise<PresentableDocument & Made> {
  // Independent statements are pipelined; PostgreSQL runs them in this order.
  const [ids, { libraryId }, content] = await Promise.all([
    reserved.ids ?? reserveIds(tx, actor, wanted, parameter),
    accessFolder(tx, actor, folderId, 'AddDocument', attempt === 1 ? 'child' : 'change'),
    adopt(),
  ]);
  reserved.ids = ids;
  const { documentId } = ids;
  const named =
    attempt === 1
      ? { name: wanted, nameKey: nameKey(wanted) }
      : await nameForContent(tx, actor, { folderId, name: wanted, hash: content.hash });
  const { name } = named;
  const row = { ...ids, folderId, ...named, revisionName: wanted, content };
  const entry = { libraryId, folderId, documentId, contentName: name };
  tx.commitWith(
    insertDocument(tx, actor, row),
    recordActivity(tx, actor, { type: 'DocumentCreated', ...entry }),
    requestThumbnail(tx, { deploymentId: actor.deploymentId, blobId: content.blobId, name }),
  );
  return { ...ids, folderId, name, size: content.size, hash: content.hash, modifiedAt: actor.now.toISOString() };
}

async function reserveIds(tx: Tx, { deploymentId }: Actor, name: string, parameter: string): Promise<DocumentIds> {
  const { ids, fileTypes } = await reserveDocumentIds(tx, deploymentId);
  assertFileTypesAmong(fileTypes, [name], parameter);
  return ids;
}

// The requested name, with the file's extension if it has none; otherwise the file's name.
function documentName({ metadata, fileName: uploaded }: SmallUpload): string {
  const wanted = metadata['DocumentName'] ?? '';
  if (typeof wanted !== 'string') throw invalidParameter('DocumentName', 'DocumentName must be text.');
  if (wanted === '') return fileName(uploaded, 'file');
  const name = fileName(wanted, 'DocumentName');
  return extensionOf(name) === '' ? fileName(name + extensionOf(uploaded), 'DocumentName') : name;
}
