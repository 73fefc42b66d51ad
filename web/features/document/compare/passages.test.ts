/** Passages of the texts of pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareLines } from './line-changes.ts';
import { passagesOf } from './passages.ts';

const textsOf = (pages: Parameters<typeof passagesOf>[0]) =>
  passagesOf(pages).map(({ page, text }) => `${page} ${text}`);

test('lines of a page are joined to paragraphs, whose sentences are passages', () => {
  const Text =
    'Lease\nThe parties agree that the rent is due on\nthe first day of a month. It is paid in\nadvance.\nSigned';
  assert.deepEqual(textsOf([{ Page: 2, Text }]), [
    '2 Lease',
    '2 The parties agree that the rent is due on the first day of a month.',
    '2 It is paid in advance.',
    '2 Signed',
  ]);
});

test('headings and numbers of pages are passages of their own', () => {
  const pages = [1, 2].map((Page) => ({ Page, Text: `Page ${Page}` }));
  assert.deepEqual(textsOf(pages), ['1 Page 1', '2 Page 2']);
});

test('a sentence goes on after the end of a page, and belongs to the page where it begins', () => {
  const pages = [
    { Page: 1, Text: 'Lease\nThe rent of the first year' },
    { Page: 2, Text: 'and of all others is due.' },
  ];
  assert.deepEqual(textsOf(pages), ['1 Lease', '1 The rent of the first year and of all others is due.']);
});

test('in a paragraph that goes on over several pages, each sentence has its page', () => {
  const pages = [1, 2, 3].map((Page) => ({
    Page,
    Text: `The sum of page ${Page} is right. The line goes on to the end`,
  }));
  assert.deepEqual(textsOf(pages), [
    '1 The sum of page 1 is right.',
    '1 The line goes on to the end The sum of page 2 is right.',
    '2 The line goes on to the end The sum of page 3 is right.',
    '3 The line goes on to the end',
  ]);
});

test('lines of a text without pages are never joined', () => {
  assert.deepEqual(textsOf([{ Page: null, Text: 'Item Price\nChair 20\n\nTable 90' }]), [
    'null Item Price',
    'null Chair 20',
    'null Table 90',
  ]);
});

test('a word that moves all line breaks is one change', () => {
  const before =
    'The rent is due on the first day of\neach month and is paid by bank\ntransfer to the owner. Late rent\nbears interest.';
  const after =
    'The monthly rent is due on the first\nday of each month and is paid by\nbank transfer to the owner. Late\nrent bears interest.';
  const lines = (Text: string) =>
    passagesOf([{ Page: 1, Text }])
      .map(({ text }) => text)
      .join('\n');
  const { added, removed } = compareLines(lines(before), lines(after)) ?? {};
  assert.deepEqual([added, removed], [1, 1]);
});
