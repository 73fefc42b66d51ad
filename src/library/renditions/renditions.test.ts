/** Documents as PDF, through HTTP with LibreOffice. */
import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { whenReady } from './ready.fixture.ts';
import { without } from '../../../test/parts.ts';
import type { Person } from '../../../test/world.ts';
import { docx, pdfPage, pptx, xlsx } from '../../platform/rendering/samples.fixture.ts';

const app = await startApp({ programFolders: (process.env['PATH'] ?? '').split(delimiter) });
const skip = without('soffice');

async function upload(person: Person, name: string, content: string | Buffer): Promise<string> {
  const folderId = await person.folder(person.libraryId, crypto.randomUUID());
  return `/api/documents/${await person.document(folderId, name, content)}`;
}

test('office documents are sent as PDF with validators and ranges, and have pages', { skip }, async () => {
  const { ann } = await app.world();
  const path = await upload(ann, 'a.docx', docx(['Heading', 'Text']));
  const { status, headers, bytes } = await whenReady(() => ann.api('GET', `${path}/rendition?type=pdf`));
  assert.deepEqual([status, headers.get('content-type')], [200, 'application/pdf']);
  assert.match(headers.get('content-disposition') ?? '', /^inline; filename="a\.docx\.pdf"/);
  assert.equal(bytes.toString('latin1', 0, 5), '%PDF-');
  const etag = headers.get('etag') ?? '';
  assert.match(etag, /^"[0-9a-f]{64}"$/);
  assert.equal((await ann.api('GET', `${path}/rendition?type=pdf`, undefined, { 'if-none-match': etag })).status, 304);
  const part = await ann.api('GET', `${path}/rendition?type=pdf`, undefined, { range: 'bytes=0-3' });
  assert.deepEqual([part.status, part.text], [206, '%PDF']);
  assert.equal((await ann.api('HEAD', `${path}/rendition?type=pdf`)).headers.get('content-length'), `${bytes.length}`);
  const { body } = await ann.api('GET', `${path}/pages`);
  assert.equal(body.PageCount, 1);
  const image = await whenReady(() => ann.api('GET', `${path}/pages/1/image?width=320`));
  assert.equal(image.status, 200);
});

test('spreadsheets and presentations are converted, a PDF is sent as it is, others are 422', { skip }, async () => {
  const { ann } = await app.world();
  for (const [name, content] of [
    [
      'a.xlsx',
      xlsx([
        ['A', 'B'],
        ['1', '2'],
      ]),
    ],
    ['a.pptx', pptx(['Title', 'Line'])],
  ] as const) {
    const path = await upload(ann, name, content);
    const { status, text } = await whenReady(() => ann.api('GET', `${path}/rendition?type=pdf`));
    assert.deepEqual([name, status, text.slice(0, 5)], [name, 200, '%PDF-']);
  }
  const page = pdfPage();
  const same = await ann.api('GET', `${await upload(ann, 'a.pdf', page)}/rendition?type=pdf`);
  assert.deepEqual([same.status, same.bytes], [200, page]);
  for (const name of ['a.csv', 'a.txt', 'a.png', 'a.zip']) {
    const { status, body } = await ann.api('GET', `${await upload(ann, name, 'x')}/rendition?type=pdf`);
    assert.deepEqual([status, body.title], [422, 'Documents of this kind cannot be converted to PDF.']);
  }
});
