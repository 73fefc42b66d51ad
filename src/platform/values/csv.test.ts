/** CSV as others read it: Python's csv module, and LibreOffice. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { without } from '../../../test/parts.ts';
import { csvCell, csvLine } from './csv.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'carrel-csv-'));
after(() => rm(folder, { recursive: true, force: true }));

const FORMULAS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '=HYPERLINK("http://a.test";"x")',
  "=cmd|' /C calc'!A0",
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  ' =1+1',
  '  ＝1+1',
  '\u00A0=1',
  '\u3000=1',
  '\t=1',
  '\ttext',
  '\r=1',
  '\n=1',
  '\r\ntext',
];
const HOSTILE = [
  'plain',
  '',
  ' spaced ',
  'a,b',
  'a;b',
  'say "so"',
  '"',
  '""',
  'two\r\nlines',
  'two\nlines',
  "it's",
  "'quoted",
  'ünï©ødé',
  '報告書 😀',
  '\u202Egnp.exe',
  'a\tb',
  '1,5',
  '007',
  'TRUE',
  '1e5',
  '2026-03-02',
  '#REF!',
  '\\',
  'x=1+1',
];

// The expected value of a cell, with our only change.
const expected = (cell: string) => (/^[\t\r\n]|^\s*[=+\-@＝＋－＠]/.test(cell) ? `'${cell}` : cell);

test(
  "Python's csv module reads every cell unchanged, with an apostrophe before formulas",
  { skip: without('python3') },
  async () => {
    const rows = [...HOSTILE, ...FORMULAS].map((cell) => [cell, 'next']);
    assert.deepEqual(
      await readByPython(rows),
      rows.map((row) => row.map(expected)),
    );
  },
);

test('any cells can be read back', { skip: without('python3') }, async () => {
  const cell = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...'",\r\n\t=+-@＝＋－＠;\' '),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
  });
  const rows = fc.sample(
    fc.array(
      cell.filter((text) => !text.includes('\0')),
      { minLength: 2, maxLength: 4 },
    ),
    300,
  );
  assert.deepEqual(
    await readByPython(rows),
    rows.map((row) => row.map(expected)),
  );
});

test('LibreOffice shows the cells as text and runs no formula', { skip: without('soffice') }, async () => {
  const cells = [
    ...HOSTILE.filter((cell) => /^[^\d\t]/.test(cell) && !/^TRUE$|^ |\n|\t|#REF/.test(cell)),
    ...FORMULAS.filter((cell) => !/[\t\r\n]|^ | {2}|\u00A0/.test(cell)),
  ];
  const path = join(folder, 'report.csv');
  await writeFile(path, ['Head', ...cells].map((cell) => csvLine([cell, 'next'])).join(''));
  // Filter options: comma, quote, UTF-8, from the first line. The output is fods: XML that distinguishes formulas from texts.
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const filter = '--infilter=Text - txt - csv (StarCalc):44,34,76,1';
  await run('soffice', [profile, '--headless', filter, '--convert-to', 'fods', '--outdir', folder, path]);
  const sheet = await readFile(join(folder, 'report.fods'), 'utf8');
  assert.doesNotMatch(sheet, /table:formula/);
  const first = [...sheet.matchAll(/<table:table-row[^>]*>\s*<table:table-cell[^>]*>(.*?)<\/table:table-cell>/gs)];
  const shown = first.map(([, xml = '']) =>
    [...xml.matchAll(/<text:p>(.*?)<\/text:p>/gs)].map(([, p = '']) => plain(p)).join('\n'),
  );
  assert.deepEqual(shown.slice(1, cells.length + 1), cells.map(expected));
});

test('leading spaces or a formula inside a text are left unchanged', () => {
  for (const text of ['  indented', 'a =1', '1+1', "' =1", '（=1）']) assert.equal(csvCell(text), text);
});

test('numbers and null are not treated as text', () => {
  assert.equal(csvLine([1, null, -5, 'x']), '1,,-5,x\r\n');
  assert.equal(csvCell('-5'), "'-5");
});

async function readByPython(rows: string[][]): Promise<string[][]> {
  const path = join(folder, 'python.csv');
  await writeFile(path, rows.map(csvLine).join(''));
  const script =
    'import csv, json, sys; print(json.dumps(list(csv.reader(open(sys.argv[1], newline="", encoding="utf-8")))))';
  const { stdout } = await run('python3', ['-c', script, path], { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout);
}

function plain(xml: string): string {
  return xml
    .replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count) => ' '.repeat(Number(count ?? 1)))
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
