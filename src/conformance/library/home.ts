import { answered, hasAll, holds, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';

export const home: Page = {
  page: 'docs/api/home.md',
  rules: [
    rule('home-object', 'it has every part of the page', async (w) => {
      const answer = answered(await w.owner.get('/api/users/me/home'), 200);
      const parts = ['Tasks', 'Requests', 'Recents', 'Starred', 'PreviousVisit', 'NewDocuments', 'Checklist'];
      hasAll(answer, answer.body, [...parts, 'Storage.PersonalLibrary', 'Storage.Deployment']);
      same(answer, answer.body.at('Storage.Deployment'), null, 'Storage.Deployment of somebody who is no site admin');
    }),
    rule('starred-items', 'an item is starred and unstarred, each as often as one likes', async (w) => {
      const folderId = await w.folder();
      const path = `/api/users/me/starred/folders/${folderId}`;
      for (let time = 0; time < 2; time++) answered(await w.reader.put(path, undefined), 204);
      const list = answered(await w.reader.get('/api/users/me/starred'), 200);
      same(
        list,
        list.body.each('Embedded.Folder.FolderId').filter((id) => id === folderId),
        [folderId],
        'the star',
      );
      for (const entry of list.body.list()) hasAll(list, entry, ['ItemType', 'ItemName', 'DateStarred', 'ParentName']);
      for (let time = 0; time < 2; time++) answered(await w.reader.remove(path), 204);
      const none = answered(await w.reader.get('/api/users/me/starred'), 200);
      holds(none, !none.body.each('Embedded.Folder.FolderId').includes(folderId), 'no star');
    }),
    rule('starred-items', 'an item in the trash is not listed until it is restored', async (w) => {
      const folderId = await w.folder();
      const isListed = async () => {
        const list = answered(await w.owner.get('/api/users/me/starred'), 200);
        return [list, list.body.each('Embedded.Folder.FolderId').includes(folderId)] as const;
      };
      answered(await w.owner.put(`/api/users/me/starred/folders/${folderId}`, undefined), 204);
      answered(await w.owner.remove(`/api/folders/${folderId}`), 204);
      const [deleted, isDeletedListed] = await isListed();
      same(deleted, isDeletedListed, false, 'the deleted item in the list:');
      answered(await w.owner.patch(`/api/folders/${folderId}/restore`), 200);
      const [restored, isRestoredListed] = await isListed();
      same(restored, isRestoredListed, true, 'the restored item in the list:');
    }),
    rule('recent-documents', 'a document that was uploaded or opened is listed', async (w) => {
      const documentId = await w.document(await w.folder());
      answered(await w.reader.get(`/api/documents/${documentId}/content`), 200);
      for (const [who, action] of [
        [w.owner, 'Uploaded'],
        [w.reader, 'Opened'],
      ] as const) {
        const list = answered(await who.get('/api/users/me/recents'), 200);
        const entry = list.body.list().find((one) => one.at('DocumentId') === documentId);
        same(list, entry?.at('LastAction'), action, 'LastAction');
        hasAll(list, entry ?? list.body, ['LastActionDate', 'FolderName', 'IsStarred']);
      }
    }),
    rule('errors', 'starring requires Read, and an unknown item is 404', async (w) => {
      refused(await w.stranger.put(`/api/users/me/starred/folders/${await w.folder()}`, undefined), 403);
      refused(await w.reader.put('/api/users/me/starred/folders/9007199254740991', undefined), 404);
    }),
  ],
};
