/** Spreadsheets: the first page. CSV: the upper left corner. */
import type { CellValue } from 'read-excel-file/node';
import { assertHonest } from './archive.ts';
import { drawWithOffice, isReadable } from './office.ts';
import { drawImageOfPage, tablePage } from './page.ts';
import { sniff } from './sniff.ts';
import type { Drawing, Task } from './task.ts';
import { readText } from './text.ts';

export async function drawSpreadsheet(task: Task): Promise<Drawing> {
  const format = await sniff(task.path);
  if (format === 'text') return { png: await drawTable(readCsv(await readText(task.path)), task.size) };
  if (!isReadable('calc', format)) throw new Error(`the content is not a spreadsheet (${format})`);
  const soffice = task.programs.calc;
  if (soffice !== undefined) return { png: await drawWithOffice(task, soffice, { module: 'calc', format }) };
  if (!/^(?:xlsx|xlsm|xltx)$/.test(format)) return { png: null, missingPart: 'calc' };
  await assertHonest(task.path);
  const { readSheet } = await import('read-excel-file/node');
  const rows = await readSheet(task.path);
  return {
    png: await drawTable(
      rows.map((row) => row.map(cellText)),
      task.size,
    ),
    missingPart: 'calc',
  };
}

async function drawTable(rows: string[][], size: number): Promise<Buffer> {
  if (rows.length === 0) throw new Error('the table is empty');
  return drawImageOfPage(tablePage(rows), size);
}

function cellText(value: CellValue | null): string {
  if (value === null) return '';
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}

const MAX_ROWS = 60;

/** Parses CSV (RFC 4180). The separator is the one most frequent in the first line. */
export function readCsv(text: string): string[][] {
  const [firstLine = ''] = text.split('\n', 1);
  const counts = [',', ';', '\t'].map((mark) => [firstLine.split(mark).length, mark] as const);
  const [, separator] = counts.reduce((best, next) => (next[0] > best[0] ? next : best));
  const rows: string[][] = [[]];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'gy');
  for (const [whole, quoted, plain = '', end] of text.matchAll(cell)) {
    if (whole === '' || rows.length > MAX_ROWS) break;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== separator) rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}
