/** Creates folders (docs/api/folders.md#creating-folders). */
import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import type { Tx } from '../../platform/db/connection.ts';
import { invalidParameter, invalidParameters, missingParameter } from '../../platform/errors.ts';
import { containerName, nameKey } from '../../platform/values/names.ts';
import { type WithSteps, runSteps } from '../../platform/steps.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { assertAllowed } from '../rights/allowed.ts';
import { type Place, type Target, accessTargetInStillTree } from '../tree/targets.access.ts';
import { findFolder } from '../tree/tree.queries.ts';
import type { CreateFolderBody } from './folders.schema.ts';
import { findChildByName, insertFolder } from './folders.queries.ts';
import { type FolderSteps, MAX_DEPTH } from './folders.steps.ts';

export type CreatedFolder = { folderId: number; name: string; libraryId: number; isNew: boolean };

/**
 * Creates a folder, or every missing level of a path, and returns the deepest; `isNew` is false if all existed.
 * Concurrent requests for one path create each level once. 400 for bad names or not exactly one of the three forms.
 */
export async function createFolder(
  deps: WithSteps<FolderSteps>,
  actor: Actor,
  place: Place,
  wanted: Static<typeof CreateFolderBody>,
): Promise<CreatedFolder> {
  const names = segmentsOf(wanted);
  return creation(deps.sql, actor, async (tx) => {
    // A folder copies its parent's path, so the parent must not move before the commit.
    let target = await accessTargetInStillTree(tx, actor, place, { mode: 'shared' });
    if (target.path.length + names.length > MAX_DEPTH) {
      throw invalidParameter('FolderPath', `Folders can be nested at most ${MAX_DEPTH} levels deep.`);
    }
    let created: CreatedFolder | undefined;
    let made = 0;
    for (const name of names) {
      created = await createLevel(tx, actor, target, name, created?.isNew ?? false);
      if (created.isNew) made += 1;
      target = {
        container: { ...target.container, folderId: created.folderId },
        path: [...target.path, created.folderId],
      };
    }
    if (created === undefined) throw new Error('A path has at least one segment.');
    await runSteps(tx, deps.steps.folderCreation, { actor, count: made });
    return created;
  });
}

async function createLevel(
  tx: Tx,
  actor: Actor,
  target: Target,
  name: string,
  isParentNew: boolean,
): Promise<CreatedFolder> {
  const { libraryId } = target.container;
  const key = nameKey(name);
  for (;;) {
    const existing = isParentNew ? undefined : await findChildByName(tx, actor.deploymentId, target.container, key);
    if (existing !== undefined) {
      const folder = await findFolder(tx, actor, existing, 'child');
      // Renamed or deleted between the read and the lock: read again.
      if (folder === undefined || folder.trashedAt !== null || nameKey(folder.name) !== key) continue;
      assertAllowed(actor, 'folder', 'AddFolder', folder);
      return { folderId: existing, name: folder.name, libraryId, isNew: false };
    }
    const place = { libraryId, folderId: target.container.folderId, path: target.path };
    const folderId = await insertFolder(tx, actor, place, { name, nameKey: key });
    if (folderId !== undefined) {
      await recordActivity(tx, actor, { type: 'FolderCreated', libraryId, folderId, contentName: name });
      return { folderId, name, libraryId, isNew: true };
    }
    // Another request created it between the read and the insert, and has committed: read again.
  }
}

function segmentsOf(wanted: Static<typeof CreateFolderBody>): string[] {
  const { FolderName, FolderPath, AutoGenerateName } = wanted;
  const given = [
    ...(FolderName === undefined ? [] : ['FolderName']),
    ...(FolderPath === undefined ? [] : ['FolderPath']),
    ...(AutoGenerateName === true ? ['AutoGenerateName'] : []),
  ];
  if (given.length > 1) {
    const detail = `Only one of ${given.join(', ')} may be given.`;
    throw invalidParameters(
      given.map((instance) => ({ type: '/invalid_parameter', title: 'Invalid parameter', instance, detail })),
    );
  }
  if (FolderName !== undefined) return [containerName(FolderName, 'FolderName')];
  if (AutoGenerateName === true) return [randomUUID()];
  if (FolderPath === undefined) {
    throw missingParameter('FolderName', 'One of FolderName, FolderPath and AutoGenerateName must be given.');
  }
  return FolderPath.split('\\').map((segment) => containerName(segment, 'FolderPath'));
}
