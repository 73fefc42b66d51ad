/** One sample of each kind and format, through HTTP, by what is seen on the picture. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { startApp } from '../../../test/harness.ts';
import { without } from '../../../test/parts.ts';
import type { Person } from '../../../test/world.ts';
import { whenReady, whenRendered } from '../../library/renditions/ready.fixture.ts';
import { findPrograms } from '../../platform/rendering/programs.ts';
import { bitPng } from '../../platform/rendering/hostile-images.fixture.ts';
import { heic, video } from '../../platform/rendering/media.fixture.ts';
import { docx, openDocumentParts, pdfPage, pptx, xlsx, zip } from '../../platform/rendering/samples.fixture.ts';

const PATH = (process.env['PATH'] ?? '').split(delimiter);
const app = await startApp({ programFolders: PATH });
const bare = await startApp({ programFolders: [] });
const { ann } = await app.world();
const { ann: bareAnn } = await bare.world();
const skip = without('soffice', 'ffmpeg');

const thumbnail = (person: Person, documentId: number, query = '') =>
  whenRendered(() => person.api('GET', `/api/documents/${documentId}/thumbnail${query}`));

type Seen = { width: number; height: number; at: (x: number, y: number) => string; ink: number };

/** Uploads and looks: sides, the colour at a place given in parts of the sides, and how much of it is not white. */
async function see(name: string, content: string | Buffer, query = '', person = ann): Promise<Seen> {
  const documentId = await person.document(await person.folder(person.libraryId, crypto.randomUUID()), name, content);
  const { status, bytes, headers } = await thumbnail(person, documentId, query);
  assert.deepEqual([status, headers.get('cache-control')], [200, 'private, no-cache']);
  const { data, info } = await sharp(bytes).flatten({ background: '#fff' }).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * height) * width + Math.floor(x * width)) * channels;
    const isHigh = [...data.subarray(from, from + 3)].map((value) => value > 127);
    return ['black', 'blue', 'green', 'cyan', 'red', 'magenta', 'yellow', 'white'][
      Number(isHigh[0]) * 4 + Number(isHigh[1]) * 2 + Number(isHigh[2])
    ] as string;
  };
  const dark = Array.from({ length: width * height }, (_, pixel) => data[pixel * channels + 1] ?? 255);
  return { width, height, at, ink: dark.filter((green) => green < 160).length / dark.length };
}

/** A page of paper with some letters on it, and not the default image of a kind. */
function assertWrittenPage({ width, height, at, ink }: Seen): void {
  assert.ok(height === 256 && width > 170 && width < 200 && width !== 192, `${width} x ${height}`);
  assert.equal(at(0.98, 0.98), 'white');
  assert.ok(ink > 0.0003 && ink < 0.3, `ink ${ink}`);
}

const halves = (width = 400, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#f00' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#00f' } }, left: width / 2, top: 0 },
  ]);

for (const format of ['png', 'jpeg', 'webp', 'gif', 'tiff', 'avif'] as const) {
  test(`a ${format} image`, async () => {
    const seen = await see(`a.${format.replace('jpeg', 'JPG')}`, await halves().toFormat(format).toBuffer());
    assert.deepEqual([seen.width, seen.height, seen.at(0.2, 0.5), seen.at(0.8, 0.5)], [256, 128, 'red', 'blue']);
  });
}

test('a photo is rotated upright', async () => {
  const { width, height, at } = await see('a.jpg', await halves().jpeg().withMetadata({ orientation: 6 }).toBuffer());
  assert.deepEqual([width, height, at(0.5, 0.2), at(0.5, 0.8)], [128, 256, 'red', 'blue']);
});

test('a picture of 400 megapixels has a thumbnail and a page, and one of more than 1 000 has neither', async () => {
  const folderId = await ann.folder(ann.libraryId, crypto.randomUUID());
  const documentId = await ann.document(folderId, 'map.png', blackPng(20_000));
  const { bytes } = await thumbnail(ann, documentId);
  const { width, height } = await sharp(bytes).metadata();
  assert.deepEqual([width, height], [256, 256]);
  const path = `/api/documents/${documentId}/pages`;
  const { body } = await whenReady(() => ann.api('GET', path));
  assert.deepEqual([body.PageCount, body.Width], [1, 20_000]);
  const page = await whenReady(() => ann.api('GET', `${path}/1/image?width=320`));
  assert.equal((await sharp(page.bytes).metadata()).width, 320);
  const large = await ann.document(folderId, 'large.png', blackPng(40_000));
  const refused = await whenReady(() => ann.api('GET', `/api/documents/${large}/pages`));
  assert.equal(refused.status, 422);
});

/** A black square, which is made in a moment. */
const blackPng = (side: number): Buffer =>
  bitPng(side, side, deflateSync(Buffer.alloc(side * (1 + side / 8)), { level: 1 }));

test('an animation shows its first frame', async () => {
  const frames = await Promise.all(['#0f0', '#f00'].map((background) => frame(background)));
  const { width, height, at } = await see(
    'a.gif',
    await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
  );
  assert.deepEqual([width, height, at(0.5, 0.5)], [60, 30, 'green']);
});

function frame(background: string): Promise<Buffer> {
  return sharp({ create: { width: 60, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
}

test('a vector image is rendered sharply at the requested size, whatever size it declares', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><rect width="2" height="2" fill="red"/></svg>';
  const { width, height, at } = await see('a.svg', svg, '?size=512');
  assert.deepEqual([width, height, at(0.49, 0.5), at(0.51, 0.5)], [512, 256, 'red', 'white']);
});

test('a photo from a phone (HEIC)', { skip: without('ffmpeg') }, async () => {
  const { width, height, at } = await see('a.heic', heic());
  assert.deepEqual([width, height, at(0.5, 0.5)], [160, 90, 'blue']);
});

test('the first page of a PDF', async () => {
  const { width, height, at } = await see('a.pdf', pdfPage());
  assert.deepEqual([width, height, at(0.2, 0.5), at(0.8, 0.5)], [256, 128, 'red', 'blue']);
});

const TEXT = 'Grüße <b>&amp; "more"\n\tмир\u0007\u0000 \n'.repeat(20).replaceAll('\u0000', '');

for (const [encoding, bytes] of [
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['Windows-1252', Buffer.from('Gr\u00fc\u00dfe\n'.repeat(20), 'latin1')],
] as const) {
  test(`a text in ${encoding} as a page`, async () => assertWrittenPage(await see('a.txt', bytes)));
}

test('markup is shown as text and not interpreted', async () => {
  assertWrittenPage(await see('a.html', '<html><body style="background:red"><h1>Title</h1></body></html>\n'.repeat(5)));
});

test('a table of comma-separated values', async () => {
  assertWrittenPage(await see('a.csv', 'Name;Sum\n"A; b";1\n"say ""x""";2\n'.repeat(5)));
});

for (const [name, content] of [
  ['a.docx', docx(['Heading', 'Body text. '.repeat(40)])],
  ['a.odt', zip(openDocumentParts('text', `<office:text><text:p>${'Body text. '.repeat(40)}</text:p></office:text>`))],
  ['a.rtf', Buffer.from(`{\\rtf1\\ansi ${'Body text. '.repeat(40)}\\par}`)],
  ['a.doc', Buffer.from(`{\\rtf1\\ansi ${'Rich text in a file named .doc. '.repeat(20)}\\par}`)],
  ['a.xlsx', xlsx(Array.from({ length: 30 }, (_, at) => [`Row ${at}`, 'Cell', String(at)]))],
] as const) {
  test(`${name} by LibreOffice`, { skip }, async () => assertWrittenPage(await see(name, content)));
}

test('the first slide of a presentation, by LibreOffice', { skip }, async () => {
  const { width, height, at, ink } = await see('a.pptx', pptx(['Title']));
  assert.deepEqual([width, height, at(0.7, 0.5), at(0.98, 0.98)], [256, 144, 'yellow', 'white']);
  assert.ok(ink > 0.001, `ink ${ink}`);
});

test('a video after its first second, or from the start if it is shorter', { skip }, async () => {
  for (const [extension, seconds] of [
    ['mp4', 2],
    ['mkv', 0.5],
    ['webm', 2],
    ['avi', 0.5],
    ['mpg', 2],
  ] as const) {
    const { width, height, at } = await see(`a.${extension}`, video(extension, seconds));
    assert.deepEqual([extension, width, height, at(0.5, 0.5)], [extension, 256, 144, 'blue']);
  }
});

const COMMENTED = docx(['Heading', 'Body text.'], 'Is this right?');
const WITH_COMMENTS = '?showNativeFormatAnnotations=true&size=512';

test('comments of word-processing documents are rendered only on request', { skip }, async () => {
  const plain = await see('a.docx', COMMENTED, '?size=512');
  const annotated = await see('a.docx', COMMENTED, WITH_COMMENTS);
  assert.ok(annotated.ink > plain.ink, `${annotated.ink} and ${plain.ink}`);
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'pdf'), 'a.pdf', pdfPage());
  const etags = [];
  for (const query of ['', '?showNativeFormatAnnotations=True', '?showNativeFormatAnnotations=false']) {
    const { headers } = await thumbnail(ann, documentId, query);
    etags.push(headers.get('etag'));
  }
  assert.equal(new Set(etags).size, 1);
});

test('without LibreOffice a page is rendered from the text, with comments on request', async () => {
  assertWrittenPage(await see('a.docx', docx(['Heading', 'Body text. '.repeat(40)]), '', bareAnn));
  const odt = openDocumentParts('text', `<office:text><text:p>${'Body text. '.repeat(40)}</text:p></office:text>`);
  assertWrittenPage(await see('a.odt', zip(odt), '', bareAnn));
  assertWrittenPage(
    await see(
      'a.xlsx',
      xlsx([
        ['Name', 'Sum'],
        ['Ann', '12'],
      ]),
      '',
      bareAnn,
    ),
  );
  const slide = await see('a.pptx', pptx(['Title', 'Point']), '', bareAnn);
  assert.deepEqual([slide.width, slide.height], [256, 144]);
  assert.ok(slide.ink > 0.001);
  const plain = await see('a.docx', COMMENTED, '?size=512', bareAnn);
  const annotated = await see('a.docx', COMMENTED, WITH_COMMENTS, bareAnn);
  assert.ok(annotated.ink > plain.ink);
});

test('a document whose program is missing has the default image until the program is installed', { skip }, async () => {
  const rtf = await see('a.rtf', '{\\rtf1 Text}', '', bareAnn);
  assert.deepEqual([rtf.width, rtf.height], [192, 256]);
  const documentId = await bareAnn.document(await bareAnn.folder(bareAnn.libraryId, 'v'), 'a.mp4', video('mp4', 1));
  const look = async () => sharp((await thumbnail(bareAnn, documentId)).bytes).metadata();
  assert.equal((await look()).width, 192);
  assert.equal((await look()).width, 192);
  const rows = () => bare.sql`select missing_part as "missingPart", attempts from thumbnails where kind = 'video'`;
  assert.deepEqual([...(await rows())], [{ missingPart: 'ffmpeg', attempts: 1 }]);
  Object.assign(bare.deps.renderer.programs, findPrograms(PATH));
  assert.equal((await look()).width, 256);
  assert.deepEqual([...(await rows())], [{ missingPart: null, attempts: 2 }]);
});

test(
  'without one module of LibreOffice its documents have simplified pages until it is installed',
  { skip },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'carrel-office-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    await mkdir(join(folder, 'program'));
    await mkdir(join(folder, 'share/registry'), { recursive: true });
    await writeFile(join(folder, 'share/registry/calc.xcd'), '');
    await writeFile(join(folder, 'program/libsclo.so'), '');
    // Left behind when the module was removed.
    await writeFile(join(folder, 'share/registry/writer.xcd'), '');
    await writeFile(join(folder, 'program/soffice'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    const partial = await startApp({ programFolders: [join(folder, 'program')] });
    const { ann: person, admin } = await partial.world();
    assertWrittenPage(await see('a.docx', docx(['Heading', 'Body text. '.repeat(40)]), '', person));
    assertWrittenPage(await see('b.docx', docx(['Other', 'Body text. '.repeat(40)]), '', person));
    assert.deepEqual([(await see('a.rtf', '{\\rtf1 Text}', '', person)).width], [192]);
    const rows = () => partial.sql`select distinct missing_part as "missingPart" from thumbnails`;
    assert.deepEqual([...(await rows())], [{ missingPart: 'writer' }]);
    const warnings = partial.logs.filter(({ part }) => part === 'writer');
    assert.deepEqual([warnings.length, warnings[0]?.['level']], [1, 40]);

    const { body } = await admin.api('GET', '/api/admin/health');
    const finding = body.Findings.find(({ Check }: { Check: string }) => Check === 'soffice');
    assert.equal(finding.State, 'hint');
    assert.match(finding.Detail, /without Writer and Impress: .*libreoffice-writer-nogui libreoffice-impress-nogui/);

    Object.assign(partial.deps.renderer.programs, findPrograms(PATH));
    const [{ id }] = (await partial.sql`select max(document_id) as id from documents`) as unknown as [{ id: number }];
    assert.equal((await thumbnail(person, id)).status, 200);
    assert.equal((await rows()).length, 2);
  },
);

test('a document whose content does not match its extension has the default image', async () => {
  const png = await halves().png().toBuffer();
  for (const name of ['a.pdf', 'a.txt', 'a.docx', 'a.csv', 'a.mp4', 'a.pptx']) {
    const { width, height } = await see(name, png);
    assert.deepEqual([name, width, height], [name, 192, 256]);
  }
  const other = await see('a.jpg', png);
  assert.deepEqual([other.width, other.height], [256, 128], 'another format of the same kind is no lie');
});
