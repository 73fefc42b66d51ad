/** Pages of documents, through HTTP. */
import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { numberedPdf } from '../../platform/rendering/pages.fixture.ts';

const app = await startApp({ programFolders: (process.env['PATH'] ?? '').split(delimiter) });

async function upload(person: Person, name: string, content: string | Buffer): Promise<string> {
  const folderId = await person.folder(person.libraryId, crypto.randomUUID());
  return `/api/documents/${await person.document(folderId, name, content)}`;
}

test('a PDF has its pages, and each has a picture of the width', async () => {
  const { ann } = await app.world();
  const path = await upload(ann, 'a.pdf', numberedPdf(30));
  const { status, body } = await ann.api('GET', `${path}/pages`);
  assert.deepEqual([status, body], [200, { PageCount: 30, Width: 595, Height: 842, IsComplete: true }]);
  for (const [page, width] of [
    [1, 800],
    [2, 800],
    [3, 800],
    [30, 320],
  ]) {
    const image = await ann.api('GET', `${path}/pages/${page}/image?width=${width}`);
    assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/webp']);
    assert.deepEqual((await sharp(image.bytes).metadata()).width, width);
    const etag = image.headers.get('etag') ?? '';
    const again = await ann.api('GET', `${path}/pages/${page}/image?width=${width}`, undefined, {
      'if-none-match': etag,
    });
    assert.equal(again.status, 304);
  }
  assert.equal((await ann.api('GET', `${path}/pages/31/image`)).status, 404);
  assert.equal((await ann.api('GET', `${path}/pages/0/image`)).status, 404);
  assert.equal((await ann.api('GET', `${path}/pages/1/image?width=500`)).status, 400);
});

test('a document of a kind without pages returns 422', async () => {
  const { ann } = await app.world();
  const path = await upload(ann, 'a.zip', 'zip');
  const { status, body } = await ann.api('GET', `${path}/pages`);
  assert.deepEqual([status, body.title], [422, 'Documents of this kind have no pages.']);
});
