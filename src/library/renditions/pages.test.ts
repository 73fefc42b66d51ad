/** Pages of documents, through HTTP. */
import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { whenReady } from './ready.fixture.ts';
import { numberedPdf, overstatedPdf } from '../../platform/rendering/pages.fixture.ts';

const app = await startApp({ programFolders: (process.env['PATH'] ?? '').split(delimiter) });

async function upload(person: Person, name: string, content: string | Buffer): Promise<string> {
  const folderId = await person.folder(person.libraryId, crypto.randomUUID());
  return `/api/documents/${await person.document(folderId, name, content)}`;
}

test('a PDF has its pages, and each has a picture of the width', async () => {
  const { ann } = await app.world();
  const path = await upload(ann, 'a.pdf', numberedPdf(30));
  const { status, body } = await whenReady(() => ann.api('GET', `${path}/pages`));
  assert.deepEqual([status, body], [200, { PageCount: 30, Width: 595, Height: 842, IsComplete: true }]);
  for (const [page, width] of [
    [1, 800],
    [2, 800],
    [3, 800],
    [30, 320],
  ]) {
    const image = await whenReady(() => ann.api('GET', `${path}/pages/${page}/image?width=${width}`));
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

test('a PDF that states a million pages has those that it contains', async () => {
  const { ann } = await app.world();
  const path = await upload(ann, 'a.pdf', overstatedPdf(1_000_000));
  const { body } = await whenReady(() => ann.api('GET', `${path}/pages`));
  assert.equal(body.PageCount, 2);
  assert.equal((await ann.api('GET', `${path}/pages/3/image`)).status, 404);
});

test('a document of a kind without pages returns 422', async () => {
  const { ann } = await app.world();
  const path = await upload(ann, 'a.zip', 'zip');
  const { status, body } = await ann.api('GET', `${path}/pages`);
  assert.deepEqual([status, body.title], [422, 'Documents of this kind have no pages.']);
});

test('texts, tables and images have pages; those of a TIFF are several', async () => {
  const { ann } = await app.world();
  const square = { create: { width: 60, height: 60, channels: 3, background: '#f00' } } as const;
  const frames = await Promise.all([1, 2, 3].map(() => sharp(square).png().toBuffer()));
  const tiff = await sharp(frames, { join: { animated: true } })
    .tiff()
    .toBuffer();
  for (const [name, content, count, width] of [
    ['a.txt', 'line\n'.repeat(120), 3, 320],
    ['a.csv', 'a,b\n1,2\n', 1, 320],
    ['a.png', await sharp(square).png().toBuffer(), 1, 60],
    [
      'a.jpg',
      await sharp({ create: { ...square.create, height: 30 } })
        .jpeg()
        .withMetadata({ orientation: 6 })
        .toBuffer(),
      1,
      30,
    ],
    ['a.tif', tiff, 3, 60],
    [
      'a.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><rect width="50" height="50"/></svg>',
      1,
      320,
    ],
  ] as const) {
    const path = await upload(ann, name, content);
    const { body } = await whenReady(() => ann.api('GET', `${path}/pages`));
    assert.deepEqual([name, body.PageCount, body.IsComplete], [name, count, true]);
    const image = await whenReady(() => ann.api('GET', `${path}/pages/${count}/image?width=320`));
    assert.deepEqual([name, image.status, (await sharp(image.bytes).metadata()).width], [name, 200, width]);
  }
});

test('legible pages are recorded as reads, once for a document', async () => {
  const { ann, deploymentId } = await app.world();
  const path = await upload(ann, 'a.pdf', numberedPdf(3));
  const reads = async () => {
    const rows = await app.sql`
      select from activity where deployment_id = ${deploymentId} and activity_type = 'DocumentViewed'`;
    return rows.length;
  };
  await whenReady(() => ann.api('GET', `${path}/pages`));
  await whenReady(() => ann.api('GET', `${path}/pages/1/image?width=320`));
  assert.equal(await reads(), 0);
  for (const page of [1, 2, 3]) await whenReady(() => ann.api('GET', `${path}/pages/${page}/image`));
  assert.equal(await reads(), 1);
});

test('beyond 256 MiB, the pages of a document that were not read for longest are deleted', async () => {
  const { ann, deploymentId } = await app.world();
  const path = await upload(ann, 'a.pdf', numberedPdf(3));
  const kinds = async () => {
    const rows = await app.sql<{ kind: string }[]>`
      select kind from thumbnails where deployment_id = ${deploymentId} and read_on is not null order by kind`;
    return rows.map(({ kind }) => kind);
  };
  await whenReady(() => ann.api('GET', `${path}/pages/1/image`));
  await app.sql`
    insert into thumbnails (deployment_id, blob_id, kind, size, is_annotated, storage_key, bytes, sha256, attempts, created_at, read_on)
    select deployment_id, blob_id, 'pdf pages ' || n, 800, false, 'pages-' || deployment_id || '-' || n, 150 * 1024 * 1024, sha256,
      1, created_at, date '2020-01-01' + n
    from thumbnails, generate_series(10, 11) n
    where deployment_id = ${deploymentId} and kind = 'pdf pages 1'`;
  await whenReady(() => ann.api('GET', `${path}/pages/2/image`));
  assert.deepEqual(await kinds(), ['pdf pages 1', 'pdf pages 11', 'pdf pages 2']);
});
