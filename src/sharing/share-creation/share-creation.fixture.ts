/** Items to share, for tests. */
import type { TestApp } from '../../../test/harness.ts';

/** A world in which ann has a folder with a document, with the paths that share them. */
export async function worldWithItems(app: Pick<TestApp, 'world'>, folderName = 'Shared') {
  const w = await app.world();
  const { ann, bob } = w;
  const folderId = await ann.folder(ann.libraryId, folderName);
  const documentId = await ann.document(folderId, 'a.txt');
  const paths = { folder: `/api/folders/${folderId}/share`, document: `/api/documents/${documentId}/share` };
  return { w, ann, bob, folderId, documentId, ...paths };
}
