/** Copies folders (docs/api/folders.md#copying-folders; decision 0045). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { conflict, missingParameter, tooLarge } from '../../platform/errors.ts';
import { containerName, nameKey } from '../../platform/values/names.ts';
import { type ActivityEntry, recordActivities } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { assertFileTypesAllowed } from '../../core/settings/settings.access.ts';
import {
  type CopiedDocument,
  type LockedDocument,
  insertDocumentCopies,
  lockDocuments,
} from '../documents/copies.queries.ts';
import { requestIndex } from '../search-index/index.jobs.ts';
import { type Copies, copyAssociations } from '../tag-types/folder-tag-types.queries.ts';
import { copyTags } from '../tags/carried-tags.queries.ts';
import { type TreeFolder, listTree } from '../tree/subtree.queries.ts';
import { type Place, type Target, accessTargetInStillTree, justMoved } from '../tree/targets.access.ts';
import { accessFolder } from '../tree/tree.access.ts';
import type { NamedFolder } from '../tree/tree.presenter.ts';
import type { FolderRow } from '../tree/tree.queries.ts';
import { assertNameFree, placeOf } from './folders.change.ts';
import type { CopyFolderBody } from './folders.schema.ts';
import { MAX_DEPTH } from './folders.steps.ts';
import { type NewFolder, insertFolders, reserveFolderIds } from './copies.queries.ts';

/** Maximum number of folders and documents in one copy, which is made while the request waits. */
const MAX_ENTRIES = 10_000;

/**
 * Copies a folder with its content: requires Read on the folder, Write at the target. Leaves out items that the actor
 * cannot read. All or nothing: 409 if the name is taken there, the target is inside the folder or the tree would become
 * too deep, 413 beyond MAX_ENTRIES, 400 if a document's type is no longer allowed.
 */
export async function copyFolder(
  deps: Deps,
  actor: Actor,
  folderId: number,
  wanted: Static<typeof CopyFolderBody>,
): Promise<NamedFolder & { libraryId: number }> {
  const place = placeOf(wanted);
  if (place === undefined)
    throw missingParameter('ParentFolderId', 'One of ParentFolderId and LibraryId must be given.');
  const newName = wanted.FolderName === undefined ? undefined : containerName(wanted.FolderName, 'FolderName');
  return creation(deps.sql, actor, async (tx) => {
    const { folder, target } = await accessBoth(tx, actor, folderId, place);
    if (target.path.includes(folderId)) throw conflict('A folder cannot be copied into itself or below itself.');
    const name = newName ?? folder.name;
    await assertNameFree(tx, actor, target.container, name);
    const { tree, held } = await lockContent(tx, actor, folderId);
    const made = layOut(tree, target, name, await reserveFolderIds(tx, tree.length));
    await insertFolders(tx, actor, target.container.libraryId, made);
    const folders = copiesOf(tree, made);
    const documents = await copyDocuments(tx, actor, held, { folder, target, folders });
    await recordActivities(tx, actor, [...folderEntries(target, tree, made), ...documentEntries(target, documents)]);
    await requestIndex(tx);
    return { folderId: folders.toIds[0] ?? 0, name, libraryId: target.container.libraryId };
  });
}

// No folder can be moved or purged in either library until the end, so that the listed tree is the copied one.
async function accessBoth(
  tx: Tx,
  actor: Actor,
  folderId: number,
  place: Place,
): Promise<{ folder: FolderRow; target: Target }> {
  const source = await accessFolder(tx, actor, folderId, 'Copy');
  const target = await accessTargetInStillTree(tx, actor, place, { mode: 'shared', otherLibraryId: source.libraryId });
  const folder = await accessFolder(tx, actor, folderId, 'Copy', 'child');
  if (folder.libraryId !== source.libraryId) throw justMoved();
  return { folder, target };
}

async function lockContent(
  tx: Tx,
  actor: Actor,
  folderId: number,
): Promise<{ tree: TreeFolder[]; held: LockedDocument[] }> {
  const tree = await listTree(tx, actor, [folderId], MAX_ENTRIES + 1);
  const room = MAX_ENTRIES - tree.length;
  const folderIds = tree.map((folder) => folder.folderId);
  const held = room < 0 ? [] : await lockDocuments(tx, actor, folderIds, room + 1);
  if (held.length > room) {
    throw tooLarge(
      `At most ${MAX_ENTRIES} folders and documents can be copied at once; copy the folders in it one by one.`,
    );
  }
  const names = held.map(({ name }) => name);
  await assertFileTypesAllowed(tx, actor.deploymentId, names, 'folderId');
  return { tree, held };
}

// The tree lists parents before children, so that each parent's new id is known.
function layOut(tree: TreeFolder[], target: Target, name: string, ids: number[]): NewFolder[] {
  const made = new Map<number | null, NewFolder>();
  const top = { folderId: target.container.folderId, path: target.path };
  for (const [i, folder] of tree.entries()) {
    const parent = made.get(folder.parentId) ?? top;
    const folderId = ids[i] ?? NaN;
    const path = [...parent.path, folderId];
    if (path.length > MAX_DEPTH) throw conflict(`Folders can be nested at most ${MAX_DEPTH} levels deep.`);
    const names = folder.parentId === null ? { name, nameKey: nameKey(name) } : folder;
    made.set(folder.folderId, { folderId, parentId: parent.folderId, path, name: names.name, nameKey: names.nameKey });
  }
  return [...made.values()];
}

function copiesOf(tree: TreeFolder[], made: NewFolder[]): Copies {
  return { fromIds: tree.map(({ folderId }) => folderId), toIds: made.map(({ folderId }) => folderId) };
}

// Tags belong to a library. Folder defaults apply to copies as to any new document.
async function copyDocuments(
  tx: Tx,
  actor: Actor,
  held: LockedDocument[],
  { folder, target, folders }: { folder: FolderRow; target: Target; folders: Copies },
): Promise<CopiedDocument[]> {
  const isSameLibrary = folder.libraryId === target.container.libraryId;
  if (isSameLibrary) await copyAssociations(tx, actor.deploymentId, folders);
  const folderOf = new Map(folders.fromIds.map((fromId, i) => [fromId, folders.toIds[i] ?? NaN]));
  const documents = await insertDocumentCopies(tx, actor, held, folderOf);
  const copies = { fromIds: documents.map(({ fromId }) => fromId), toIds: documents.map(({ toId }) => toId) };
  if (isSameLibrary) await copyTags(tx, actor, copies);
  return documents;
}

function folderEntries({ container: { libraryId } }: Target, tree: TreeFolder[], made: NewFolder[]): ActivityEntry[] {
  return made.map(({ folderId, name: contentName }, i) => {
    const details = { fromFolderId: tree[i]?.folderId ?? null };
    return { type: 'FolderCreated', libraryId, folderId, contentName, details };
  });
}

function documentEntries({ container: { libraryId } }: Target, documents: CopiedDocument[]): ActivityEntry[] {
  return documents.map(({ toId: documentId, fromId: fromDocumentId, folderId, name: contentName }) => {
    return { type: 'DocumentCopied', libraryId, folderId, documentId, contentName, details: { fromDocumentId } };
  });
}
