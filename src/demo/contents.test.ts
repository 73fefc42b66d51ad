import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import mammoth from 'mammoth';
import { readSheet } from 'read-excel-file/node';
import sharp from 'sharp';
import { busyness, dayBefore, momentOf } from './calendar.ts';
import { type Paper, contentOf } from './contents.ts';
import { docx, xlsx } from './files/office.ts';
import { pdf } from './files/pdf.ts';
import { createRandom } from './random.ts';

const paper: Paper = {
  library: 'Projects',
  name: 'Study.pdf',
  author: 'Chloé Martin',
  version: 2,
  at: new Date('2026-03-02T10:00:00Z'),
};

test('the same seed gives the same papers, other versions differ', async () => {
  for (const name of [
    'Study.pdf',
    'Study.docx',
    'Study.xlsx',
    'Study.csv',
    'Study.md',
    'Study.txt',
    'Plan.png',
    'View.jpg',
  ]) {
    const [one, same] = await Promise.all([1, 1].map((seed) => contentOf({ ...paper, name }, createRandom(seed))));
    assert.deepEqual(one, same, name);
  }
  const of = (version: number) => contentOf({ ...paper, name: 'Study.md', version }, createRandom(1));
  assert.notDeepEqual(await of(2), await of(3));
});

test('all formats are readable: words, cells, pages, images', async () => {
  const { value: text } = await mammoth.convertToHtml({ buffer: docx('R & D', ['# Begin', 'One <1>']) });
  assert.equal(text, '<p>R &amp; D</p><h1>Begin</h1><p>One &lt;1&gt;</p>');
  const rows = [
    ['Item', 'Cost'],
    ['"A" & B', 12.5],
  ];
  assert.deepEqual(await readSheet(xlsx('Q1 & Q2', rows)), rows);
  const library = await PDFiumLibrary.init();
  const long = Array.from(
    { length: 60 },
    (_, index) => `Paragraph ${index} of Chloé (in brackets), long enough for a line and a bit more of the next.`,
  );
  const document = await library.loadDocument(pdf('Title', long));
  assert.equal(document.getPageCount(), 3);
  assert.match(document.getPage(0).getText(), /^Title[\s\S]*Paragraph 0 of Chloé \(in brackets\)/);
  document.destroy();
  const kinds = await Promise.all(
    ['Plan.png', 'View.jpg'].map(
      async (name) => (await sharp(await contentOf({ ...paper, name }, createRandom(1))).metadata()).format,
    ),
  );
  assert.deepEqual(kinds, ['png', 'jpeg']);
});

test('people work during the day and rarely on weekends', () => {
  const random = createRandom(1);
  const now = new Date('2026-11-21T17:00:00Z'); // A Saturday.
  const week = Array.from({ length: 7 }, (_, ago) => busyness(dayBefore(now, ago), random));
  assert.deepEqual(
    week.map((busy) => busy < 0.1),
    [true, false, false, false, false, false, true],
  );
  for (let index = 0; index < 200; index += 1) {
    const hour = momentOf(dayBefore(now, 1), random).getUTCHours();
    assert.ok(hour >= 7 && hour < 20, String(hour));
  }
});
