import { answered, follow, hasAll, header, holds, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';
import { NAME, type World } from '../world.ts';

export const libraries: Page = {
  page: 'docs/api/libraries.md',
  rules: [
    rule('library-object', 'a library has its properties and links', async (w) => {
      const answer = answered(await w.reader.get(`/api/libraries/${w.libraryId}`), 200);
      hasAll(answer, answer.body, ['LibraryId', 'LibraryName', 'IsPrivate', 'Links.Self', 'Links.Folders']);
      answered(await w.reader.get(follow(answer.body.string('Links.Self'))), 200);
      answered(await w.reader.get(follow(answer.body.string('Links.Folders'))), 200);
    }),
    rule('operations', "the list has the personal library and readable corporate ones, and no other's", async (w) => {
      const answer = answered(await w.reader.get('/api/libraries'), 200);
      const ids = answer.body.each('LibraryId');
      holds(answer, ids.includes(w.libraryId), 'the corporate library');
      holds(answer, ids.includes(w.reader.personalLibraryId), 'the personal library of the caller');
      holds(answer, !ids.includes(w.owner.personalLibraryId), 'no personal library of somebody else');
      const stranger = answered(await w.stranger.get('/api/libraries'), 200);
      holds(stranger, !stranger.body.each('LibraryId').includes(w.libraryId), 'no library that cannot be read');
    }),
    rule('operations', 'a creation is 201 with Location and can be renamed', async (w) => {
      const made = await create(w);
      const path = follow(header(made, 'location'));
      same(made, path, follow(made.body.string('Links.Self')), 'Location');
      const renamed = answered(await w.admin.patch(path, { LibraryName: name(w) }), 200);
      same(renamed, renamed.body.at('LibraryId'), made.body.at('LibraryId'), 'LibraryId');
    }),
    rule('operations', 'only site admins create, rename and delete', async (w) => {
      refused(await w.owner.post('/api/libraries', { LibraryName: name(w) }), 403);
      refused(await w.owner.patch(`/api/libraries/${w.libraryId}`, { LibraryName: name(w) }), 403);
      refused(await w.owner.remove(`/api/libraries/${w.libraryId}`), 403);
    }),
    rule('operations', 'a library goes to the trash, returns and is purged', async (w) => {
      const path = `/api/libraries/${(await create(w)).body.number('LibraryId')}`;
      answered(await w.admin.remove(path), 204);
      refused(await w.admin.get(path), 404);
      answered(await w.admin.patch(`${path}/restore`), 200);
      answered(await w.admin.get(path), 200);
      answered(await w.admin.remove(`${path}?purge=true`), 204);
      refused(await w.admin.patch(`${path}/restore`), 404);
    }),
    rule('personal-libraries', 'the name My Library is reserved in any case', async (w) => {
      for (const reserved of ['My Library', 'my LIBRARY']) {
        refused(await w.admin.post('/api/libraries', { LibraryName: reserved }), 409);
      }
    }),
    rule('personal-libraries', 'a personal library can be neither renamed nor deleted', async (w) => {
      const path = `/api/libraries/${w.admin.personalLibraryId}`;
      refused(await w.admin.patch(path, { LibraryName: name(w) }), 403);
      refused(await w.admin.remove(path), 403);
    }),
    rule('personal-libraries', 'its owner has all rights, and site admins have none', async (w) => {
      const path = `/api/libraries/${w.owner.personalLibraryId}`;
      const made = answered(await w.owner.post(`${path}/folders`, { FolderName: w.unique('Own') }), 201);
      refused(await w.admin.get(path), 403);
      refused(await w.admin.get(`/api/folders/${made.body.number('FolderId')}`), 403);
    }),
    rule('errors', 'a blank name is 400 and a taken one 409, in any case', async (w) => {
      refused(await w.admin.post('/api/libraries', { LibraryName: ' ' }), 400);
      refused(await w.admin.post('/api/libraries', {}), 400);
      const made = await create(w);
      const taken = made.body.string('LibraryName').toUpperCase();
      refused(await w.admin.post('/api/libraries', { LibraryName: taken }), 409);
    }),
    rule('errors', 'an unknown library is 404, and one without Read 403', async (w) => {
      refused(await w.owner.get('/api/libraries/9007199254740991'), 404);
      refused(await w.stranger.get(`/api/libraries/${w.libraryId}`), 403);
    }),
    rule('errors', 'restoring a library that is not in the trash is 409', async (w) => {
      const made = await create(w);
      refused(await w.admin.patch(`/api/libraries/${made.body.number('LibraryId')}/restore`), 409);
    }),
    rule('concurrency', 'two creations of one name at once make one library', async (w) => {
      const body = { LibraryName: name(w) };
      const send = () => w.admin.post('/api/libraries', body);
      const both = await Promise.all([send(), send()]);
      same(
        both[0],
        both.map(({ status }) => status).toSorted((a, b) => a - b),
        [201, 409],
        'the statuses',
      );
    }),
  ],
};

// Begins like all names of the run, so that the library is found and removed.
function name(w: World): string {
  return w.unique(`${NAME} ${w.run}`);
}

async function create(w: World) {
  return answered(await w.admin.post('/api/libraries', { LibraryName: name(w) }), 201);
}
