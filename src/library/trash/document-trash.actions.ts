/** Deletes, restores and purges documents (docs/api/trash.md). */
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { numberedName } from '../../platform/values/names.ts';
import { type WithSteps, runSteps } from '../../platform/steps.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { takenDuplicateNames } from '../documents/documents.queries.ts';
import type { DocumentSteps } from '../documents/documents.steps.ts';
import { DUPLICATES_INDEX } from '../documents/duplicates.steps.ts';
import { purgeJob } from '../purge/purge.jobs.ts';
import type { PurgeSteps } from '../purge/purge.steps.ts';
import { assertInTrash } from '../rights/allowed.ts';
import { requestIndex } from '../search-index/index.jobs.ts';
import { moveTags } from '../tags/carried-tags.queries.ts';
import { markRevised } from '../tags/status-tags.queries.ts';
import { setTaskTags } from '../tags/task-tags.queries.ts';
import { freeName } from '../tree/free-name.ts';
import { markPurged, markTrashed } from '../tree/marks.queries.ts';
import { accessDocument } from '../tree/tree.access.ts';
import type { PresentableDocument } from '../tree/tree.presenter.ts';
import { restoreTarget } from './trash.access.ts';
import { untrashDocumentRow } from './restore.queries.ts';

/** Moves the document to the trash. */
export async function trashDocument(deps: Deps, actor: Actor, documentId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const document = await accessDocument(tx, actor, documentId, 'Trash', 'change');
    const { libraryId, folderId, name: contentName } = document;
    await markTrashed(tx, actor, 'document', documentId);
    await recordActivity(tx, actor, { type: 'DocumentDeleted', libraryId, folderId, documentId, contentName });
  });
}

/**
 * Restores a document to its original place or to another folder. 409 if it is not in the trash, or its original place
 * is gone. Adds ` (2)` before the extension if a document with the same name and content is there.
 */
export async function restoreDocument(
  deps: WithSteps<DocumentSteps>,
  actor: Actor,
  documentId: number,
  into: number | undefined,
): Promise<PresentableDocument> {
  const restore = async (tx: Tx) => {
    const document = await accessDocument(tx, actor, documentId, 'Restore', 'change');
    const item = { ...document, kind: 'document', parentId: document.folderId } as const;
    const target = await restoreTarget(tx, actor, item, into);
    const { libraryId, folderId } = target.container;
    if (folderId === null) throw new Error('A document lies in a folder.');
    const duplicate = { folderId, hashes: [document.hash], exceptDocumentId: documentId };
    const takenOf = (keys: string[]) => takenDuplicateNames(tx, actor.deploymentId, duplicate, keys);
    const free = await freeName(document.name, takenOf, numberedName);
    await moveTags(tx, actor, documentId, { from: document.folderId, to: folderId });
    await untrashDocumentRow(tx, actor, documentId, { folderId, ...free });
    await markRevised(tx, actor.deploymentId, { documentId });
    await setTaskTags(tx, actor.deploymentId, [documentId]);
    if (free.name !== document.name) {
      await runSteps(tx, deps.steps.documentRename, { actor, former: document });
    }
    await requestIndex(tx);
    const entry = { libraryId, folderId, documentId, contentName: free.name };
    await recordActivity(tx, actor, { type: 'DocumentRestored', ...entry });
    return { ...document, folderId, name: free.name };
  };
  return transaction(deps.sql, restore, { againOn: DUPLICATES_INDEX });
}

/**
 * Permanently deletes the document with all its revisions. 403 while purging is disabled.
 * @param onlyInTrash 409 if it is not in the trash
 */
export async function purgeDocument(
  deps: WithSteps<PurgeSteps>,
  actor: Actor,
  documentId: number,
  onlyInTrash: boolean,
): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const document = await accessDocument(tx, actor, documentId, 'Purge', 'change');
    if (onlyInTrash) assertInTrash('document', document);
    await markPurged(tx, actor, 'document', documentId);
    await runSteps(tx, deps.steps.documentPurge, { by: actor, documentIds: [documentId] });
    const { libraryId, folderId, name: contentName } = document;
    await recordActivity(tx, actor, { type: 'DocumentPurged', libraryId, folderId, documentId, contentName });
    await addJob(tx, purgeJob, { deploymentId: actor.deploymentId, documentIds: [documentId] });
  });
}
