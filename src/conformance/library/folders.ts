import { type Answer } from '../client.ts';
import { answered, follow, hasAll, header, holds, matches, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';
import type { World } from '../world.ts';
import { listings } from './listings.ts';

export const folders: Page = {
  page: 'docs/api/folders.md',
  rules: [
    rule('folder-object', 'a folder has its properties and working links', async (w) => {
      const answer = answered(await w.reader.get(`/api/folders/${await w.folder()}`), 200);
      const links = ['Links.Self', 'Links.Documents', 'Links.Folders', 'Links.Shares'];
      hasAll(answer, answer.body, ['FolderId', 'FolderName', 'LibraryId', ...links]);
      for (const link of links) answered(await w.owner.get(follow(answer.body.string(link))), 200);
    }),
    rule('folder-object', 'Embedded is never absent, also in lists', async (w) => {
      const folderId = await w.folder();
      answered(await w.owner.post(`/api/folders/${folderId}/folders`, { FolderName: 'Inner' }), 201);
      const one = answered(await w.owner.get(`/api/folders/${folderId}`), 200);
      for (const kind of ['Folders', 'Documents']) same(one, one.body.at(`Embedded.${kind}`), [], `Embedded.${kind}`);
      const list = answered(await w.owner.get(`/api/folders/${folderId}/folders`), 200);
      for (const folder of list.body.list()) {
        hasAll(list, folder, ['Embedded.Folders', 'Embedded.Documents']);
        holds(list, !folder.has('LibraryId'), 'no LibraryId in a list');
      }
    }),
    rule('operations', 'creating requires Write', async (w) => {
      const body = { FolderName: w.unique('No') };
      refused(await w.reader.post(`/api/folders/${await w.folder()}/folders`, body), 403);
      refused(await w.reader.post(`/api/libraries/${w.libraryId}/folders`, body), 403);
    }),
    rule('operations', 'reading requires Read', async (w) => {
      const folderId = await w.folder();
      for (const path of ['', '/folders', '/documents']) {
        refused(await w.stranger.get(`/api/folders/${folderId}${path}`), 403);
      }
    }),
    rule('reading-a-folder', 'embed fills the first level of children', async (w) => {
      const { folderId, innerId, documentId } = await tree(w);
      const children = async (embed: string) => {
        const answer = answered(await w.owner.get(`/api/folders/${folderId}?embed=${embed}`), 200);
        return [
          answer,
          answer.body.each('FolderId', 'Embedded.Folders'),
          answer.body.each('DocumentId', 'Embedded.Documents'),
        ] as const;
      };
      for (const [embed, expected] of [
        ['f', [[innerId], []]],
        ['d', [[], [documentId]]],
        ['f,d', [[innerId], [documentId]]],
      ] as const) {
        const [answer, ...found] = await children(embed);
        same(answer, found, expected, `the children with embed=${embed}`);
      }
    }),
    rule('reading-a-folder', 'another value of embed is 400', async (w) => {
      refused(await w.owner.get(`/api/folders/${await w.folder()}?embed=x`), 400);
    }),
    rule('reading-a-folder', 'an id appended to Links.Folders is that folder only where it lies', async (w) => {
      const { folderId, innerId } = await tree(w);
      const inner = answered(await w.owner.get(`/api/folders/${folderId}/folders/${innerId}`), 200);
      same(inner, inner.body.at('FolderId'), innerId, 'FolderId');
      answered(await w.owner.get(`/api/libraries/${w.libraryId}/folders/${folderId}?embed=d,f`), 200);
      refused(await w.owner.get(`/api/libraries/${w.libraryId}/folders/${innerId}`), 404);
      refused(await w.owner.get(`/api/folders/${innerId}/folders/${folderId}`), 404);
    }),
    ...listings,
    rule('creating-folders', 'a path creates the missing levels and returns the deepest folder', async (w) => {
      const [top, path] = [w.unique('Top'), `/api/libraries/${w.libraryId}/folders`];
      const made = answered(await w.owner.post(path, { FolderPath: `${top}\\Middle\\Deep` }), 201);
      same(made, made.body.at('FolderName'), 'Deep', 'FolderName');
      same(made, follow(header(made, 'location')), `/api/folders/${made.body.number('FolderId')}`, 'Location');
      const again = answered(await w.owner.post(path, { FolderPath: `${top}\\Middle\\Deep` }), 200);
      same(again, again.body.at('FolderId'), made.body.at('FolderId'), 'FolderId');
      const other = answered(await w.owner.post(path, { FolderPath: `${top}\\Middle\\Other` }), 201);
      const roots = answered(await w.owner.get(`${path}?name=${encodeURIComponent(top)}`), 200);
      same(other, roots.body.list().length, 1, 'the number of folders at the root');
    }),
    rule('creating-folders', 'an existing name is reused', async (w) => {
      const [path, body] = [`/api/libraries/${w.libraryId}/folders`, { FolderName: w.unique('Twice') }];
      const made = answered(await w.owner.post(path, body), 201);
      const again = answered(await w.owner.post(path, body), 200);
      same(again, again.body.at('FolderId'), made.body.at('FolderId'), 'FolderId');
    }),
    rule('creating-folders', 'AutoGenerateName makes a GUID', async (w) => {
      const made = answered(
        await w.owner.post(`/api/libraries/${w.libraryId}/folders`, { AutoGenerateName: true }),
        201,
      );
      matches(made, made.body.at('FolderName'), /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'FolderName');
    }),
    rule('creating-folders', 'none or several ways to name it, and an empty segment, are 400', async (w) => {
      const wrong = [
        {},
        { AutoGenerateName: false },
        { FolderName: 'a', FolderPath: 'b' },
        { FolderName: 'a', AutoGenerateName: true },
        { FolderPath: 'a\\\\b' },
      ];
      for (const body of wrong) refused(await w.owner.post(`/api/libraries/${w.libraryId}/folders`, body), 400);
    }),
    rule('creating-folders', 'two requests for one path at once create it once', async (w) => {
      const body = { FolderPath: `${w.unique('Both')}\\Inner` };
      const send = () => w.owner.post(`/api/libraries/${w.libraryId}/folders`, body);
      const [one, two] = await Promise.all([send(), send()]);
      answered(one, 200, 201);
      same(two, two.body.at('FolderId'), one.body.at('FolderId'), 'FolderId');
    }),
    rule('renaming-and-moving', 'one request renames and moves', async (w) => {
      const { folderId, innerId } = await tree(w);
      const target = await w.folder();
      const change = { FolderName: 'Moved', ParentFolderId: target };
      const moved = answered(await w.owner.patch(`/api/folders/${innerId}`, change), 200);
      same(moved, moved.body.at('FolderName'), 'Moved', 'FolderName');
      answered(await w.owner.get(`/api/folders/${target}/folders/${innerId}`), 200);
      refused(await w.owner.get(`/api/folders/${folderId}/folders/${innerId}`), 404);
    }),
    rule('renaming-and-moving', 'nothing to change is 400', async (w) => {
      refused(await w.owner.patch(`/api/folders/${await w.folder()}`, {}), 400);
    }),
    rule('renaming-and-moving', 'a taken name, and a place in or below itself, are 409', async (w) => {
      const { folderId, innerId } = await tree(w);
      answered(await w.owner.post(`/api/folders/${folderId}/folders`, { FolderName: 'Taken' }), 201);
      refused(await w.owner.patch(`/api/folders/${innerId}`, { FolderName: 'taken' }), 409);
      refused(await w.owner.patch(`/api/folders/${folderId}`, { ParentFolderId: innerId }), 409);
      refused(await w.owner.patch(`/api/folders/${folderId}`, { ParentFolderId: folderId }), 409);
    }),
    rule('copying-folders', 'a copy has the same tree and other ids', async (w) => {
      const { folderId, innerId } = await tree(w);
      const target = await w.folder();
      const copy = answered(await w.owner.post(`/api/folders/${folderId}/copy`, { ParentFolderId: target }), 201);
      const path = follow(header(copy, 'location'));
      const found = answered(await w.owner.get(`${path}?embed=f,d`), 200);
      same(found, found.body.each('FolderName', 'Embedded.Folders'), ['Inner'], 'the child folders');
      same(found, found.body.each('DocumentName', 'Embedded.Documents'), ['document.txt'], 'the documents');
      holds(
        found,
        !found.body.each('FolderId', 'Embedded.Folders').includes(innerId),
        'another id of the child folder',
      );
    }),
    rule('copying-folders', 'a copy into itself is 409', async (w) => {
      const { folderId, innerId } = await tree(w);
      refused(await w.owner.post(`/api/folders/${folderId}/copy`, { ParentFolderId: innerId }), 409);
    }),
    rule('errors', 'an unknown folder is 404', async (w) => {
      refused(await w.owner.get('/api/folders/9007199254740991'), 404);
    }),
  ],
};

/** A folder with a folder `Inner` and a document `document.txt`. */
export async function tree(w: World): Promise<{ folderId: number; innerId: number; documentId: number }> {
  const folderId = await w.folder();
  const inner: Answer = await w.owner.post(`/api/folders/${folderId}/folders`, { FolderName: 'Inner' });
  const innerId = answered(inner, 201).body.number('FolderId');
  return { folderId, innerId, documentId: await w.document(folderId) };
}
