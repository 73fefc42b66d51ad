import { answered, follow, hasAll, holds, isTime, refused, same } from '../checks.ts';
import type { Answer, Client } from '../client.ts';
import type { Json } from '../json.ts';
import { type Page, rule } from '../rule.ts';
import type { World } from '../world.ts';

export const trash: Page = {
  page: 'docs/api/trash.md',
  rules: [
    rule('deleting', 'everything in a deleted folder is 404 until it is restored', async (w) => {
      const folderId = await w.folder();
      const document = `/api/documents/${await w.document(folderId)}`;
      answered(await w.owner.remove(`/api/folders/${folderId}`), 204);
      for (const path of [`/api/folders/${folderId}`, document, `${document}/content`]) {
        refused(await w.owner.get(path), 404);
      }
      refused(await w.owner.remove(`/api/folders/${folderId}`), 404);
      answered(await w.owner.patch(`/api/folders/${folderId}/restore`), 200);
      answered(await w.owner.get(`${document}/content`), 200);
    }),
    rule('listing-the-trash', 'a deleted item is listed with its properties', async (w) => {
      const { documentId } = await deletedDocument(w);
      const [answer, item] = await find(w.owner, '/api/trash', documentId);
      const links = ['Links.RestoreUri', 'Embedded.Library.LibraryId', 'Abilities.Restore', 'Abilities.Purge'];
      hasAll(answer, item, ['ItemName', 'ItemType', 'DateDeleted', 'DeletedByUserName', 'Embedded.Document', ...links]);
      same(answer, item.at('ItemType'), 'Document', 'ItemType');
      same(answer, item.at('DeletedByUserName'), w.owner.email, 'DeletedByUserName');
      same(answer, item.at('Embedded.Folder'), null, 'Embedded.Folder');
      isTime(answer, item.at('DateDeleted'), 'DateDeleted');
      answered(await w.owner.patch(follow(item.string('Links.RestoreUri'))), 200);
    }),
    rule('listing-the-trash', 'only the deleted folder is listed, not its content', async (w) => {
      const folderId = await w.folder();
      const documentId = await w.document(folderId);
      answered(await w.owner.remove(`/api/folders/${folderId}`), 204);
      const answer = answered(await w.owner.get('/api/trash'), 200);
      holds(answer, idsOf(answer, 'Folder').includes(folderId), 'the folder in the list');
      holds(answer, !idsOf(answer, 'Document').includes(documentId), 'no document of it');
    }),
    rule('listing-the-trash', "one's own trash has no items of others", async (w) => {
      const { documentId } = await deletedDocument(w);
      const answer = answered(await w.admin.get('/api/trash'), 200);
      holds(answer, !idsOf(answer, 'Document').includes(documentId), 'no item that somebody else deleted');
    }),
    rule('listing-the-trash', "the deployment's trash is for site admins and has hashes", async (w) => {
      const { documentId } = await deletedDocument(w);
      refused(await w.owner.get('/api/admin/trash'), 403);
      const [answer, item] = await find(w.admin, `/api/admin/trash?libraryId=${w.libraryId}`, documentId);
      hasAll(answer, item, ['Embedded.Document.Hash', 'Embedded.Document.DocumentSize']);
    }),
    rule('listing-the-trash', 'the newest deletion comes first', async (w) => {
      const [one, two] = [(await deletedDocument(w)).documentId, (await deletedDocument(w)).documentId];
      const answer = answered(await w.owner.get('/api/trash'), 200);
      same(answer, idsOf(answer, 'Document').slice(0, 2), [two, one], 'the first two ids');
    }),
    rule('restoring', 'an item returns to its place, or into another folder', async (w) => {
      const { folderId, documentId } = await deletedDocument(w);
      const path = `/api/documents/${documentId}`;
      const back = answered(await w.owner.patch(`${path}/restore`), 200);
      same(back, back.body.at('FolderId'), folderId, 'FolderId');
      answered(await w.owner.remove(path), 204);
      const target = await w.folder();
      const moved = answered(await w.owner.patch(`${path}/restore?into=${target}`), 200);
      same(moved, moved.body.at('FolderId'), target, 'FolderId');
    }),
    rule('restoring', 'an empty JSON body is no body', async (w) => {
      const { documentId } = await deletedDocument(w);
      const options = { headers: { 'content-type': 'application/json' }, body: '' };
      answered(await w.owner.send('PATCH', `/api/documents/${documentId}/restore`, options), 200);
    }),
    rule('restoring', 'a place that is gone is 409, and a missing target 404', async (w) => {
      const { folderId, documentId } = await deletedDocument(w);
      answered(await w.owner.remove(`/api/folders/${folderId}`), 204);
      refused(await w.owner.patch(`/api/documents/${documentId}/restore`), 409);
      refused(await w.owner.patch(`/api/documents/${documentId}/restore?into=${folderId}`), 404);
      answered(await w.owner.patch(`/api/documents/${documentId}/restore?into=${await w.folder()}`), 200);
    }),
    rule('restoring', 'a taken name gets a number', async (w) => {
      const path = `/api/folders/${await w.folder()}/folders`;
      const made = answered(await w.owner.post(path, { FolderName: 'Same' }), 201);
      const folder = `/api/folders/${made.body.number('FolderId')}`;
      answered(await w.owner.remove(folder), 204);
      answered(await w.owner.post(path, { FolderName: 'Same' }), 201);
      const back = answered(await w.owner.patch(`${folder}/restore`), 200);
      same(back, back.body.at('FolderName'), 'Same (2)', 'FolderName');
    }),
    rule('restoring', 'a duplicate document gets a number before its extension', async (w) => {
      const folderId = await w.folder();
      const documentId = await w.document(folderId, 'a.txt', 'same');
      answered(await w.owner.remove(`/api/documents/${documentId}`), 204);
      await w.document(folderId, 'a.txt', 'same');
      const back = answered(await w.owner.patch(`/api/documents/${documentId}/restore`), 200);
      same(back, back.body.at('DocumentName'), 'a (2).txt', 'DocumentName');
    }),
    rule('restoring', 'an item that is not in the trash is 409', async (w) => {
      refused(await w.owner.patch(`/api/documents/${await w.document(await w.folder())}/restore`), 409);
    }),
    rule('purging', 'a purged item is gone, from the trash too', async (w) => {
      const { documentId } = await deletedDocument(w);
      const path = `/api/documents/${documentId}`;
      answered(await w.owner.remove(`${path}?purge=true`), 204);
      refused(await w.owner.patch(`${path}/restore`), 404);
      const answer = answered(await w.owner.get('/api/trash'), 200);
      holds(answer, !idsOf(answer, 'Document').includes(documentId), 'no purged item in the list');
      const live = await w.folder();
      answered(await w.owner.remove(`/api/folders/${live}?purge=true`), 204);
      refused(await w.owner.get(`/api/folders/${live}`), 404);
    }),
    rule('purging', 'with onlyInTrash, an item that is not in the trash is 409 and stays', async (w) => {
      const path = `/api/documents/${await w.document(await w.folder())}`;
      refused(await w.owner.remove(`${path}?purge=true&onlyInTrash=true`), 409);
      answered(await w.owner.get(path), 200);
    }),
    rule('purging', 'it requires Delete', async (w) => {
      const documentId = await w.document(await w.folder());
      refused(await w.reader.remove(`/api/documents/${documentId}?purge=true`), 403);
    }),
    rule('purging', 'a folder with something that is denied to the caller is 403', async (w) => {
      const folderId = await w.folder();
      const inner = answered(await w.owner.post(`/api/folders/${folderId}/folders`, { FolderName: 'Inner' }), 201);
      const deny = [{ UserId: w.owner.userId, Deny: ['Read'] }];
      answered(await w.admin.put(`/api/folders/${inner.body.number('FolderId')}/permissions`, deny), 200);
      refused(await w.owner.remove(`/api/folders/${folderId}?purge=true`), 403);
    }),
    rule('purging-old-documents', 'it is for site admins, and bad values are 400', async (w) => {
      const path = '/api/async/documents/purge-old-documents';
      // Only counts, if the instance accepted it by mistake.
      refused(await w.owner.post(path, { PurgeType: 'DateStored', Days: 36_500, DryRun: true }), 403);
      refused(await w.admin.post(path, { PurgeType: 'DateStored', Days: 59, DryRun: true }), 400);
      refused(await w.admin.post(path, { PurgeType: 'DateRead', Days: 36_500, DryRun: true }), 400);
    }),
    rule('errors', 'restoring requires a right, or having deleted it', async (w) => {
      const { documentId } = await deletedDocument(w);
      refused(await w.reader.patch(`/api/documents/${documentId}/restore`), 403);
    }),
  ],
};

async function deletedDocument(w: World): Promise<{ folderId: number; documentId: number }> {
  const folderId = await w.folder();
  const documentId = await w.document(folderId);
  answered(await w.owner.remove(`/api/documents/${documentId}`), 204);
  return { folderId, documentId };
}

function idsOf(answer: Answer, kind: 'Document' | 'Folder'): unknown[] {
  return answer.body.list().flatMap((item) => item.at(`Embedded.${kind}.${kind}Id`) ?? []);
}

async function find(client: Client, path: string, documentId: number): Promise<[Answer, Json]> {
  const answer = answered(await client.get(path), 200);
  const item = answer.body.list().find((one) => one.at('Embedded.Document.DocumentId') === documentId);
  holds(answer, item !== undefined, 'the deleted document in the list');
  return [answer, item ?? answer.body];
}
