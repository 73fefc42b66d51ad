/** The content of an archive in one database snapshot. */
import { type Sql, type Tx, snapshot } from '../../platform/db/connection.ts';
import { tooLarge } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { type TreeFolder, listTree } from '../tree/subtree.queries.ts';
import { type Asked, accessAsked } from './archives.access.ts';
import { type AskedFolder, type TreeDocument, eachDocument } from './archives.queries.ts';
import { type Layout, startLayout } from '../../content/zip/layout.ts';
import { type Siblings, newSiblings } from '../../content/zip/storable-names.ts';

export type Archive = {
  layout: Layout;
  /** The documents in it. */
  documentIds: number[];
  /** The archive name of its first top-level folder; null if there are documents only. */
  topFolder: string | null;
};

/** Maximum number of files and folders; unpacking programs must be able to list them. */
export const MAX_ENTRIES = 100_000;

/**
 * Lays out an archive of the requested items: folders with everything below them that the actor can read, all folders
 * before all documents. An item inside another requested folder appears only there. 404, 403; 413 beyond MAX_ENTRIES.
 */
export function layOutArchive(sql: Sql, actor: Actor, asked: Asked): Promise<Archive> {
  return snapshot(sql, async (tx) => {
    const { folders: askedFolders, documents } = await accessAsked(tx, actor, asked);
    const tops = topsOf(askedFolders);
    const folders = tops.length === 0 ? [] : await listTree(tx, actor, tops, MAX_ENTRIES + 1);
    if (folders.length > MAX_ENTRIES) throw tooManyEntries();
    const inFolders = new Set(folders.map(({ folderId }) => folderId));
    const loose = documents.filter(({ folderId }) => !inFolders.has(folderId)).map(({ documentId }) => documentId);
    return fill(tx, actor, folders, loose);
  });
}

// Folders that are not below another requested one, without comparing each with each.
function topsOf(folders: AskedFolder[]): number[] {
  const asked = new Set(folders.map(({ folderId }) => folderId));
  const tops = folders.filter(({ path }) => !path.slice(0, -1).some((folderId) => asked.has(folderId)));
  return tops.map(({ folderId }) => folderId);
}

async function fill(tx: Tx, actor: Actor, folders: TreeFolder[], looseDocumentIds: number[]): Promise<Archive> {
  const layout = startLayout();
  const tree = placeFolders(folders);
  for (const { path, createdAt } of tree.placed) layout.add({ path, modifiedAt: createdAt, content: null });
  const documentIds: number[] = [];
  const wanted = { folderIds: folders.map(({ folderId }) => folderId), documentIds: looseDocumentIds };
  const room = MAX_ENTRIES - folders.length;
  const batches = eachDocument(tx, actor, wanted, room + 1);
  for await (const [document, path] of placeDocuments(tree, batches)) {
    documentIds.push(document.documentId);
    if (documentIds.length > room) throw tooManyEntries();
    const { size, crc32, sha256, storageKey: key, modifiedAt } = document;
    layout.add({ path, modifiedAt, content: { key, size, crc32, sha256 } });
  }
  return { layout: layout.finish(), documentIds, topFolder: tree.placed[0]?.path.slice(0, -1) ?? null };
}

type Tree = {
  placed: { path: string; createdAt: string }[];
  /** By folder id, null for the top: its path, and the names used in it if it contains folders. */
  paths: Map<number | null, string>;
  siblings: Map<number | null, Siblings>;
};

// Assigns paths to folders, which arrive parents first.
function placeFolders(folders: TreeFolder[]): Tree {
  const names = new Map<number, string>();
  const siblings = new Map<number | null, Siblings>();
  for (const [parentId, children] of Map.groupBy(folders, (folder) => folder.parentId)) {
    const taken = newSiblings();
    siblings.set(parentId, taken);
    const later = children.filter(({ folderId, name, nameKey }) => {
      const claimed = taken.claim(name, nameKey);
      if (claimed !== null) names.set(folderId, claimed);
      return claimed === null;
    });
    for (const { folderId, name } of later) names.set(folderId, taken.number(name, 'folder'));
  }
  const paths = new Map<number | null, string>([[null, '']]);
  const placed = folders.map(({ folderId, parentId, createdAt }) => {
    const path = `${paths.get(parentId)}${names.get(folderId)}/`;
    paths.set(folderId, path);
    return { path, createdAt };
  });
  return { placed, paths, siblings };
}

// Documents arrive folder by folder. Those whose name is taken wait until the others of their folder have been placed.
async function* placeDocuments(
  { paths, siblings }: Tree,
  batches: AsyncIterable<TreeDocument[]>,
): AsyncGenerator<[document: TreeDocument, path: string], void> {
  let taken = newSiblings();
  let folderId: number | null | undefined;
  let later: TreeDocument[] = [];
  function* numbered(): Generator<[TreeDocument, string], void> {
    for (const document of later) yield [document, pathOf(document, taken.number(document.name, 'document'))];
    later = [];
  }
  const pathOf = (document: TreeDocument, name: string) => `${paths.get(document.folderId)}${name}`;
  for await (const batch of batches) {
    for (const document of batch) {
      if (document.folderId !== folderId) {
        yield* numbered();
        ({ folderId } = document);
        taken = siblings.get(folderId) ?? newSiblings();
      }
      const name = taken.claim(document.name, document.nameKey);
      if (name === null) later.push(document);
      else yield [document, pathOf(document, name)];
    }
  }
  yield* numbered();
}

function tooManyEntries() {
  return tooLarge(`The archive would have more than ${MAX_ENTRIES} folders and documents. Select fewer items.`);
}
