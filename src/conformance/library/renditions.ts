import { answered, hasAll, header, holds, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';
import { type World, poll } from '../world.ts';
import { isWebp, png } from '../pictures.ts';

export const renditions: Page = {
  page: 'docs/api/renditions.md',
  rules: [
    rule('pdf', 'a document that has no PDF is 422', async (w) => {
      const answer = await ready(w, `/api/documents/${await w.document(await w.folder(), 'a.zip')}/rendition?type=pdf`);
      refused(answer, 422);
    }),
    rule('pages', 'an image is one page of its size in pixels', async (w) => {
      const answer = answered(await ready(w, `${await picture(w)}/pages`), 200);
      same(answer, answer.body.value, { PageCount: 1, Width: 640, Height: 320, IsComplete: true }, 'body');
    }),
    rule('pages', 'a page is a WebP, and one beyond the end is 404', async (w) => {
      const path = await picture(w);
      const answer = answered(await ready(w, `${path}/pages/1/image?width=320`), 200);
      same(answer, header(answer, 'content-type'), 'image/webp', 'Content-Type');
      holds(answer, isWebp(answer.bytes), 'a WebP', `${answer.bytes.length} bytes`);
      answered(await w.reader.get(`${path}/pages/1/image?width=320`, { 'if-none-match': header(answer, 'etag') }), 304);
      refused(await ready(w, `${path}/pages/2/image`), 404);
    }),
    rule('pages', 'another width is 400', async (w) => {
      refused(await w.reader.get(`${await picture(w)}/pages/1/image?width=100`), 400);
    }),
    rule('pages', 'an archive has none', async (w) => {
      refused(await ready(w, `/api/documents/${await w.document(await w.folder(), 'a.zip')}/pages`), 422);
    }),
    rule('pages', 'they require Read', async (w) => {
      refused(await w.stranger.get(`${await picture(w)}/pages`), 403);
    }),
    rule('entries-of-archives', 'the entries of an archive are listed', async (w) => {
      const folderId = await w.folder();
      await w.document(folderId, 'inside.txt', 'text');
      const archive = answered(await w.owner.get(`/api/folders/${folderId}/zip`), 200);
      const documentId = await w.document(await w.folder(), 'archive.zip', archive.bytes);
      const answer = answered(await ready(w, `/api/documents/${documentId}/entries`), 200);
      same(answer, answer.body.at('IsComplete'), true, 'IsComplete');
      const entry = answer.body.list('Entries').find((one) => one.string('Name').endsWith('/inside.txt'));
      holds(answer, entry !== undefined, 'the document in the list');
      hasAll(answer, entry ?? answer.body, ['Name', 'Size', 'DateModified', 'IsFolder', 'IsEncrypted']);
      same(answer, entry?.at('Size'), 4, 'Size');
    }),
    rule('entries-of-archives', 'a document that is no archive is 422', async (w) => {
      refused(await ready(w, `${await picture(w)}/entries`), 422);
    }),
  ],
};

async function picture(w: World): Promise<string> {
  return `/api/documents/${await w.document(await w.folder(), 'green.png', png(640, 320, [0, 128, 0]))}`;
}

function ready(w: World, path: string) {
  return poll(
    () => w.reader.get(path),
    ({ status }) => status !== 202,
  );
}
