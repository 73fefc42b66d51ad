import type { Tx } from '../../platform/db/connection.ts';
import type { Step } from '../../platform/steps.ts';
import { addJob } from '../../platform/jobs/job.ts';
import type { Actor } from '../../core/actor.ts';
import { requestIndex } from '../search-index/index.jobs.ts';
import { dropAssociationsBelow } from '../tag-types/folder-tag-types.queries.ts';
import { dropTagsJob } from '../tags/tags.jobs.ts';
import type { Target } from '../tree/targets.access.ts';
import { moveFolderRows } from './folders.queries.ts';

/** `count`: the number of missing levels; 0 if every folder of the path existed. */
export type CreatedFolders = { actor: Actor; count: number };

export type FolderSteps = {
  /** After the folder rows were written. */
  folderCreation: readonly Step<CreatedFolders>[];
};

/** Levels below the root of a library. File systems cannot store deeper trees when an archive is unpacked. */
export const MAX_DEPTH = 100;

/**
 * Moves a folder with its subtree, like moveFolderRows. In another library it loses everything that belongs to the tag
 * types of the old one: its own list of types at once; values on documents become invisible at once and are deleted in
 * the background, so that the duration of a move does not depend on the number of documents.
 */
export async function moveTree(
  tx: Tx,
  actor: Actor,
  folder: { folderId: number; libraryId: number; path: number[]; name: string },
  target: Target,
): Promise<void> {
  await moveFolderRows(tx, actor, folder, { ...target.container, path: target.path });
  await requestIndex(tx);
  if (target.container.libraryId === folder.libraryId) return;
  const { deploymentId } = actor;
  await dropAssociationsBelow(tx, deploymentId, folder.folderId);
  await addJob(tx, dropTagsJob, { deploymentId, folderId: folder.folderId });
}
