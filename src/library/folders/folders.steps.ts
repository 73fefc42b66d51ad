import type { Tx } from '../../platform/db/connection.ts';
import type { Step } from '../../platform/steps.ts';
import { addJob } from '../../platform/jobs/job.ts';
import type { Actor } from '../../core/actor.ts';
import { dropAssociationsBelow } from '../tags/folder-tag-types.queries.ts';
import { dropTagsJob } from '../tags/tags.jobs.ts';
import type { Target } from '../tree/targets.access.ts';
import { moveFolderRows } from './folders.queries.ts';

/** `count`: the levels that were missing; 0 if every folder of the path existed. */
export type CreatedFolders = { actor: Actor; count: number };

export type FolderSteps = {
  /** After the rows of the folders were written. */
  folderCreation: readonly Step<CreatedFolders>[];
};

/** Levels below the root of a library. Deeper trees cannot be stored by the file systems that archives are unpacked on. */
export const MAX_DEPTH = 100;

/**
 * Hangs a folder with all below it under another parent, as moveFolderRows says. In another library it loses what belongs
 * to the tag types of the old one: its own list of them at once, the values on documents from sight at once and from the
 * database in the background, so that the move takes as long however many documents there are.
 */
export async function moveTree(
  tx: Tx,
  actor: Actor,
  folder: { folderId: number; libraryId: number; path: number[]; name: string },
  target: Target,
): Promise<void> {
  await moveFolderRows(tx, actor, folder, { ...target.container, path: target.path });
  if (target.container.libraryId === folder.libraryId) return;
  const { deploymentId } = actor;
  await dropAssociationsBelow(tx, deploymentId, folder.folderId);
  await addJob(tx, dropTagsJob, { deploymentId, folderId: folder.folderId });
}
