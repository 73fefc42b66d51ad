import { answered, header, holds, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';
import { type World, poll } from '../world.ts';
import { png, sizeOfPng } from '../pictures.ts';

export const thumbnails: Page = {
  page: 'docs/api/thumbnails.md',
  rules: [
    rule('reading-a-thumbnail', 'it is a PNG of at most the size on its longer side', async (w) => {
      const path = await picture(w);
      for (const [query, size] of [
        ['', 256],
        ['?size=64', 64],
        ['?size=128', 128],
      ] as const) {
        const answer = await ready(w, `${path}${query}`);
        same(answer, header(answer, 'content-type'), 'image/png', 'Content-Type');
        same(answer, sizeOfPng(answer.bytes), [size, size / 2], 'width and height');
      }
    }),
    rule('reading-a-thumbnail', 'another size is 400', async (w) => {
      refused(await w.reader.get(`${await picture(w)}?size=100`), 400);
    }),
    rule('reading-a-thumbnail', 'If-None-Match is 304, and HEAD has no body', async (w) => {
      const path = await picture(w);
      const tag = header(await ready(w, path), 'etag');
      answered(await w.reader.get(path, { 'if-none-match': tag }), 304);
      const head = answered(await w.reader.send('HEAD', path), 200);
      same(head, head.bytes.length, 0, 'the length of the body');
    }),
    rule('reading-a-thumbnail', 'showNativeFormatAnnotations is accepted', async (w) => {
      answered(await w.reader.get(`${await picture(w)}?showNativeFormatAnnotations=true`), 200);
    }),
    rule('reading-a-thumbnail', 'it requires Read', async (w) => {
      refused(await w.stranger.get(await picture(w)), 403);
    }),
    rule('default-images', 'a damaged picture has the default image of its kind', async (w) => {
      const documentId = await w.document(await w.folder(), 'damaged.png', 'no picture');
      const answer = answered(await w.reader.get(`/api/documents/${documentId}/thumbnail`), 200);
      same(answer, header(answer, 'content-type'), 'image/png', 'Content-Type');
      holds(answer, sizeOfPng(answer.bytes) !== null, 'a PNG', `${answer.bytes.length} bytes`);
    }),
  ],
};

// Twice as wide as high.
async function picture(w: World): Promise<string> {
  const documentId = await w.document(await w.folder(), 'green.png', png(640, 320, [0, 128, 0]));
  return `/api/documents/${documentId}/thumbnail`;
}

// The default image is sent without ETag while the picture is made.
async function ready(w: World, path: string) {
  return answered(
    await poll(
      () => w.reader.get(path),
      ({ status, headers }) => status !== 200 || headers.get('cache-control') !== 'no-store',
    ),
    200,
  );
}
