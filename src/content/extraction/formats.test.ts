/** Every format has the words that were written into it: all of them, nothing else, and on their pages. */
import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { without } from '../../../test/parts.ts';
import type { Form, TextPage } from '../../platform/rendering/job.ts';
import { type Renderer, createRenderer } from '../../platform/rendering/renderer.ts';
import { pdfPage } from '../../platform/rendering/samples.fixture.ts';
import { readTextPages } from '../../platform/rendering/text-output.ts';
import { wordsOf } from '../../platform/values/words.ts';
import { COMMENTED, CORPUS, LINES, convert, describedDocx, scan, scannedPdf } from './corpus.fixture.ts';

const full = createRenderer({ programFolders: (process.env['PATH'] ?? '').split(delimiter), hiddenFolders: [] });
const bare = createRenderer({ programFolders: [], hiddenFolders: [] });
after(() => {
  full.close();
  bare.close();
});

const SCANNED = ['Delivery of seventeen chairs', 'confirmed by the harbor office'];

async function read(content: string | Buffer, renderer: Renderer = full, more: Partial<Form & { type: 'text' }> = {}) {
  const bytes = Buffer.from(content);
  const { output, about, missingPart } = await renderer.render({
    kind: 'text',
    form: { type: 'text', ...more },
    size: 0,
    isAnnotated: false,
    source: { size: bytes.length, read: async ({ start, end }) => bytes.subarray(start, end) },
    save: readTextPages,
  });
  const method = about !== null && 'method' in about ? about.method : null;
  return { pages: output ?? [], method, missingPart };
}

/** The part of the written words that was found, and the part of the found ones that was written. */
function measure(pages: TextPage[], lines: string[]) {
  const words = (text: string) => wordsOf(text).map(({ word }) => word);
  const [found, expected] = [new Set(pages.flatMap(({ text }) => words(text))), new Set(lines.flatMap(words))];
  const both = [...expected].filter((word) => found.has(word)).length;
  return { recall: both / expected.size, precision: both / found.size };
}

const WHOLE = { recall: 1, precision: 1 };

/** Words that are beside the lines: a name of a sheet, the people of an email. */
const BESIDE: Record<string, string[]> = { xlsx: ['Sheet'], eml: ['bob example com'] };
/** Formats for LibreOffice, and the part that is missing without it. */
const PAGED: Record<string, string> = { docx: 'writer', rtf: 'writer', odt: 'writer', pptx: 'impress', odp: 'impress' };

for (const [format, content] of Object.entries(CORPUS)) {
  test(`${format}: all words and no others`, async () => {
    const { pages, missingPart } = await read(content, bare);
    assert.equal(missingPart, PAGED[format] ?? null);
    if (format === 'rtf') assert.deepEqual(pages, []);
    else assert.deepEqual(measure(pages, [...LINES, ...(BESIDE[format] ?? [])]), WHOLE);
  });
}

for (const format of ['pptx', 'doc']) {
  test(`${format} by LibreOffice: all words and no others, on their page`, { skip: without('soffice') }, async () => {
    const content = CORPUS[format] ?? convert(Buffer.from(CORPUS['docx'] ?? ''), 'docx', format);
    const { pages, method, missingPart } = await read(content);
    assert.deepEqual([method, missingPart, pages.map(({ page }) => page)], ['office', null, [1]]);
    assert.deepEqual(measure(pages, LINES), WHOLE);
  });
}

test('a fragment of HTML that begins with a script has the words between its tags only', async () => {
  const { pages } = await read('<script>var hidden = "secret";</script>\n<p>The harbor <b>office</b></p>', bare);
  assert.deepEqual(
    pages.map(({ text }) => text.trim()),
    ['The harbor office'],
  );
});

test('metadata, comments and notes of office documents are read; without the pages, if these are read from a PDF', async () => {
  const { pages } = await read(describedDocx(), bare);
  assert.deepEqual(pages, [
    { page: null, text: 'Charter & bylaws\nAnn Lee\nharbor' },
    { page: null, text: 'Body\n\n' },
  ]);
  const beside = await read(COMMENTED, full, { isBeside: true });
  assert.deepEqual(beside.pages, [{ page: null, text: 'Is this marginal?' }]);
});

test('values in the fields of a form and notes of a PDF are read with their page', async () => {
  const form = pdfPage({
    catalogue: '/AcroForm << /Fields [5 0 R 6 0 R] >>',
    page: '/Annots [5 0 R 6 0 R 7 0 R]',
    more: [
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (tenant) /V (Ann Lee) /Rect [10 10 90 30] >>',
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (empty) /Rect [10 40 90 60] >>',
      '<< /Type /Annot /Subtype /Text /Contents <FEFF004800E4006600650065006E> /Rect [0 0 10 10] >>',
    ],
  });
  const { pages } = await read(form, bare);
  assert.deepEqual(pages, [{ page: 1, text: '\nAnn Lee\nHäfeen\n' }]);
});

test('descriptions in the metadata of a picture are read', async () => {
  const exif = { IFD0: { ImageDescription: 'Harbor crane', Artist: 'Ann Lee', Copyright: 'Elmwood' } };
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } });
  const xmp =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description><dc:subject><rdf:Bag><rdf:li>tower</rdf:li><rdf:li>Grüße &amp; more</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>';
  for (const content of [
    await picture.clone().jpeg().withExif(exif).withXmp(xmp).toBuffer(),
    await picture.clone().png().withExif(exif).withXmp(xmp).toBuffer(),
  ]) {
    const { pages, method } = await read(content, bare);
    assert.equal(method, 'image');
    assert.deepEqual(measure(pages, ['Harbor crane Ann Lee Elmwood', 'tower Grüße more']), WHOLE);
  }
});

test('words in scans are recognized on request', { skip: without('tesseract') }, async () => {
  const picture = await scan(SCANNED);
  const quick = await read(picture);
  assert.deepEqual([quick.pages, quick.missingPart], [[], 'tesseract']);
  const { pages, method, missingPart } = await read(picture, full, { recognize: ['eng'] });
  assert.deepEqual([method, missingPart], ['ocr', null]);
  assert.deepEqual(measure(pages, SCANNED), WHOLE);
});

test('of a PDF, pages that are pictures are recognized', { skip: without('tesseract') }, async () => {
  const content = scannedPdf('An agreement about the delivery of office chairs', await scan(SCANNED));
  const quick = await read(content);
  assert.deepEqual([quick.method, quick.missingPart, quick.pages.map(({ page }) => page)], ['pdf', 'tesseract', [1]]);
  // Of languages that are not installed, one that is takes the place.
  const { pages, method } = await read(content, full, { recognize: ['klingon'] });
  assert.deepEqual([method, pages.map(({ page }) => page)], ['ocr', [1, 2]]);
  assert.deepEqual(measure(pages.slice(1), SCANNED), WHOLE);
});
