/** Renames and moves folders (docs/api/folders.md#renaming-and-moving). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { conflict, invalidParameter } from '../../platform/errors.ts';
import { containerName, nameKey } from '../../platform/values/names.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import {
  type Place,
  type Target,
  accessTargetInStillTree,
  assertDenialsHold,
  justMoved,
} from '../tree/targets.access.ts';
import { accessFolder } from '../tree/tree.access.ts';
import type { PlacedFolder } from '../tree/tree.presenter.ts';
import type { FolderRow } from '../tree/tree.queries.ts';
import type { ChangeFolderBody } from './folders.schema.ts';
import { MAX_DEPTH, moveTree } from './folders.steps.ts';
import { heightOf, renameFolderRow, takenFolderNames } from './folders.queries.ts';

type Change = Static<typeof ChangeFolderBody>;

/**
 * Renames a folder, moves it, or both. Moving requires Write and Delete on the folder and Write at the target. 409 if
 * the name is taken there, or the target is inside the folder.
 */
export async function changeFolder(deps: Deps, actor: Actor, folderId: number, change: Change): Promise<PlacedFolder> {
  const { named, home } = targetOf(folderId, change);
  const wanted = change.FolderName === undefined ? undefined : containerName(change.FolderName, 'FolderName');
  if (named === undefined && wanted === undefined) {
    throw invalidParameter('body', 'Nothing to change: give FolderName, ParentFolderId or LibraryId.');
  }
  return transaction(deps.sql, async (tx) => {
    const mayStay = named === undefined || home !== undefined;
    const source = await accessFolder(tx, actor, folderId, mayStay ? 'Rename' : 'Move');
    const place = home === source.libraryId ? undefined : named;
    const operation = place === undefined ? 'Rename' : 'Move';
    const tree = { mode: 'exclusive', otherLibraryId: source.libraryId } as const;
    const target = place === undefined ? undefined : await accessTargetInStillTree(tx, actor, place, tree);
    const folder = await accessFolder(tx, actor, folderId, operation, 'change');
    if (target !== undefined && folder.libraryId !== source.libraryId) throw justMoved();
    const name = wanted ?? folder.name;
    if (target !== undefined) await assertMovable(tx, actor, folder, target);
    const container = target?.container ?? { libraryId: folder.libraryId, folderId: folder.parentId };
    const isMove = !isPlaceOf(folder, container);
    if (isMove || nameKey(name) !== nameKey(folder.name)) await assertNameFree(tx, actor, container, name);
    if (isMove && target !== undefined) await moveFolder(tx, actor, folder, target, name);
    if (name !== folder.name) await renameFolder(tx, actor, folder, container.libraryId, name);
    return { folderId, name, libraryId: container.libraryId, parentId: container.folderId };
  });
}

// In an answer that is sent back, LibraryId says where the folder is (`home`): as a target it would move it to the root.
function targetOf(folderId: number, change: Change): { named: Place | undefined; home: number | undefined } {
  const { FolderId, LibraryId, ...others } = change;
  if (FolderId !== folderId) return { named: placeOf(change), home: undefined };
  if (others.ParentFolderId !== undefined) return { named: placeOf(others), home: undefined };
  return { named: placeOf(change), home: LibraryId };
}

/** The target in a body; undefined if it has none. 400 if it names two. */
export function placeOf(change: Omit<Change, 'FolderName'>): Place | undefined {
  if (change.ParentFolderId !== undefined && change.LibraryId !== undefined) {
    throw invalidParameter('ParentFolderId', 'Only one of ParentFolderId and LibraryId may be given.');
  }
  if (change.ParentFolderId !== undefined) return { folderId: change.ParentFolderId };
  return change.LibraryId === undefined ? undefined : { libraryId: change.LibraryId };
}

async function assertMovable(tx: Tx, actor: Actor, folder: FolderRow, target: Target): Promise<void> {
  await assertDenialsHold(tx, actor, folder, target);
  if (target.path.includes(folder.folderId)) throw conflict('A folder cannot be moved into itself or below itself.');
  const height = await heightOf(tx, actor.deploymentId, folder);
  if (target.path.length + height > MAX_DEPTH) {
    throw conflict(`Folders can be nested at most ${MAX_DEPTH} levels deep.`);
  }
}

type Where = { libraryId: number; folderId: number | null };

function isPlaceOf(folder: FolderRow, container: Where): boolean {
  return container.folderId === folder.parentId && container.libraryId === folder.libraryId;
}

/** 409 if a folder of this name exists there. */
export async function assertNameFree(tx: Tx, actor: Actor, container: Where, name: string): Promise<void> {
  const taken = await takenFolderNames(tx, actor.deploymentId, container, [nameKey(name)]);
  if (taken.size > 0) throw conflict('A folder with that name exists there.');
}

// Moved with its new name, because the old one may be taken there. The activity records the old name.
async function moveFolder(tx: Tx, actor: Actor, folder: FolderRow, target: Target, name: string): Promise<void> {
  const { folderId, name: contentName } = folder;
  await moveTree(tx, actor, { ...folder, name }, target);
  const { libraryId } = target.container;
  const details = { fromLibraryId: folder.libraryId, fromFolderId: folder.parentId };
  await recordActivity(tx, actor, { type: 'FolderMoved', libraryId, folderId, contentName, details });
}

async function renameFolder(tx: Tx, actor: Actor, folder: FolderRow, libraryId: number, name: string): Promise<void> {
  await renameFolderRow(tx, actor, folder.folderId, { name, nameKey: nameKey(name) });
  const entry = { libraryId, folderId: folder.folderId, contentName: name, details: { from: folder.name } };
  await recordActivity(tx, actor, { type: 'FolderRenamed', ...entry });
}
