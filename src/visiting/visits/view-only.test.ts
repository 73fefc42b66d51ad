/** Visitors who can view and not download: everything that they can request, with all bytes of the answers. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import { without } from '../../../test/parts.ts';
import { whenReady } from '../../library/renditions/ready.fixture.ts';
import { video } from '../../platform/rendering/media.fixture.ts';
import { docx, pdfPage, zip } from '../../platform/rendering/samples.fixture.ts';
import { referenceOfShare, visitor } from './visitor.fixture.ts';

const app = await startApp({ programFolders: (process.env['PATH'] ?? '').split(delimiter) });
const SECRET = 'Quarterly-Secret-4711';
const skip = without('soffice') || without('ffmpeg');

const TEXT = `${SECRET}\n`.repeat(20);
const DOCUMENTS: Record<string, string | Buffer> = {
  'a.txt': TEXT,
  'a.csv': `a,b\n${SECRET},1\n`,
  'a.html': `<p>${SECRET}</p>`,
  'a.pdf': pdfPage({ drawing: `BT /F 12 Tf (${SECRET}) Tj ET` }),
  'a.docx': docx([SECRET, 'Text']),
  'a.png': await sharp({ create: { width: 600, height: 400, channels: 3, background: '#fa0' } })
    .withMetadata({ exif: { IFD0: { Copyright: SECRET } } })
    .png()
    .toBuffer(),
  'a.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><title>${SECRET}</title><rect width="50" height="50"/></svg>`,
  'a.mp4': skip === false ? video('mp4', 1, ['-c:v', 'mpeg4', '-metadata', `title=${SECRET}`]) : '',
  'a.mp3': `ID3${SECRET}`,
  'a.zip': zip([{ name: 'inner.txt', content: TEXT, stored: true }]),
  'a.bin': TEXT,
};

/** The rest of the paths below a document, with the statuses of those that visitors get. */
const REQUESTS = [
  '',
  '/content',
  '/content?download=true',
  '/preview',
  '/rendition?type=pdf',
  '/rendition?type=pdf&showNativeFormatAnnotations=true',
  '/pages',
  '/pages/1/image?width=320',
  '/pages/1/image?width=1200',
  '/thumbnail',
  '/thumbnail?size=1024',
  '/entries',
  '/playback',
];

test('visitors who can only view get neither the bytes nor the text of any document', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Shared');
  const somebody = visitor(app, await referenceOfShare(app, await makeShare(app, ann, { folderId }, {})));
  for (const [name, content] of Object.entries(DOCUMENTS)) {
    const documentId = await ann.document(folderId, name, content);
    const seen: Record<string, number> = {};
    for (const path of REQUESTS) {
      const { status, bytes } = await whenReady(() => somebody.ask('GET', `/documents/${documentId}${path}`));
      seen[path] = status;
      assertHides(bytes, Buffer.from(content), `${name}${path}`);
      assert.ok(!bytes.includes(createHash('sha256').update(content).digest('hex')), `${name}${path} has the hash`);
      const part = await somebody.ask('GET', `/documents/${documentId}${path}`, undefined, { range: 'bytes=5-40' });
      assertHides(part.bytes, Buffer.from(content), `part of ${name}${path}`);
    }
    assert.deepEqual([seen['/content'], seen['/content?download=true']], [403, 403], name);
    assert.equal(seen['/rendition?type=pdf'], 403, name);
    assert.equal(seen['/playback'], name === 'a.mp4' ? 200 : 422, name);
    const hasPages = !/mp3|mp4|zip|bin/.test(name);
    assert.equal(seen['/pages/1/image?width=1200'], hasPages ? 200 : 422, name);
  }
  // A hash would show whether the document is one that the visitor has.
  const listed = await somebody.ask('GET', `/folders/${folderId}`);
  const hashes = listed.body.Documents.map(({ Hash }: { Hash: string }) => Hash);
  assert.deepEqual(new Set(hashes), new Set(['']));
  const archive = await somebody.ask('GET', `/folders/${folderId}/zip`);
  assert.equal(archive.status, 403);
});

function assertHides(bytes: Buffer, content: Buffer, what: string): void {
  assert.ok(!bytes.includes(SECRET), `${what} has the text`);
  assert.ok(!bytes.includes(Buffer.from(SECRET, 'utf16le')), `${what} has the text`);
  const middle = Math.floor(content.length / 2);
  assert.ok(!bytes.includes(content.subarray(middle, middle + 24)), `${what} has bytes of the document`);
}

test('a link with a watermark draws the address and the time into pages and large thumbnails', async () => {
  const { ann } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'F'), 'a.txt', TEXT);
  const { body } = await ann.api('POST', `/api/documents/${documentId}/share`, { AllowView: true, Watermark: true });
  const marked = visitor(app, body.ReferenceString);
  const plain = visitor(app, await referenceOfShare(app, await makeShare(app, ann, { documentId }, {})));
  assert.equal((await marked.ask('GET', '')).body.Watermark, true);
  for (const path of ['/pages/1/image?width=800', '/pages/1/image?width=320', '/thumbnail?size=512']) {
    const [page, same, original] = [
      await whenReady(() => marked.ask('GET', `/documents/${documentId}${path}`)),
      await whenReady(() => marked.ask('GET', `/documents/${documentId}${path}`)),
      await whenReady(() => plain.ask('GET', `/documents/${documentId}${path}`)),
    ];
    assert.deepEqual([page.status, page.headers.get('cache-control')], [200, 'private, no-store']);
    assert.deepEqual([page.headers.get('etag'), page.headers.get('content-type')], [null, 'image/webp']);
    assert.deepEqual(page.bytes, same.bytes);
    assert.ok((await difference(page.bytes, original.bytes)) > 0.02, path);
    app.clock.advance(60_000);
    const later = await marked.ask('GET', `/documents/${documentId}${path}`);
    assert.ok((await difference(later.bytes, page.bytes)) > 0, 'another time');
  }
  const small = await marked.ask('GET', `/documents/${documentId}/thumbnail`);
  assert.equal(small.headers.get('content-type'), 'image/png');
  await ann.api('PATCH', `/api/documents/${documentId}/shares/${body.ShareId}`, { Watermark: false });
  const unmarked = await marked.ask('GET', `/documents/${documentId}/pages/1/image?width=800`);
  assert.match(unmarked.headers.get('etag') ?? '', /^"/);
});

/** The part of the pixels that differ. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((image) => sharp(image).removeAlpha().greyscale().raw().toBuffer()),
  );
  assert.ok(a !== undefined && a.length === b?.length);
  return a.filter((value, at) => Math.abs(value - (b[at] ?? 0)) > 8).length / a.length;
}

test(
  'a video is not played without the watermark, also if the link allows downloads up to a limit',
  { skip },
  async () => {
    const { ann } = await app.world();
    const folderId = await ann.folder(ann.libraryId, 'Films');
    const documentId = await ann.document(folderId, 'a.mp4', DOCUMENTS['a.mp4']);
    const play = async (terms: Record<string, unknown>) => {
      const shareId = await makeShare(app, ann, { folderId }, { allow_view: true, allow_download: true, ...terms });
      const somebody = visitor(app, await referenceOfShare(app, shareId));
      return (await whenReady(() => somebody.ask('GET', `/documents/${documentId}/playback`))).status;
    };
    assert.equal(await play({ watermark: true, max_downloads: 1 }), 403);
    assert.equal(await play({ max_downloads: 1 }), 200);
    assert.equal(await play({ watermark: true }), 200, 'whoever can download needs no mark');
  },
);
