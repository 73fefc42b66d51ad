/** Documents that are larger than anybody reads, as somebody may still upload them. */
import { zip, xlsxParts } from '../../../src/platform/rendering/samples.fixture.ts';
import { makePdf } from '../../web/viewer/paged-pdf.fixture.ts';

const MB = 1e6;

export const LONG_PDF = { name: 'Long.pdf', make: () => makePdf({ pages: 50_000 }) };

/** 200 MB of rows. */
export const LARGE_CSV = { name: 'Large.csv', make: () => rowsOf(200 * MB, csvRow, 'Number,Room,Area,Note\n') };

/** 200 MB as they are stored. */
export const LARGE_XLSX = { name: 'Large.xlsx', make: () => workbook(200 * MB, true) };

/** 200 MB of rows in a small file, as spreadsheets usually are. */
export const DENSE_XLSX = { name: 'Dense.xlsx', make: () => workbook(200 * MB, false) };

const csvRow = (at: number) => `${at},Room ${at % 40},${(at * 7919) % 100_003},A note about row ${at}\n`;

const cell = (at: number, column: string, value: string) =>
  `<c r="${column}${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const sheetRow = (at: number) =>
  `<row r="${at}"><c r="A${at}"><v>${at}</v></c>${cell(at, 'B', `Room ${at % 40}`)}<c r="C${at}"><v>${(at * 7919) % 100_003}</v></c>${cell(at, 'D', `A note about row ${at}`)}</row>`;

function rowsOf(bytes: number, rowAt: (at: number) => string, head = '', tail = ''): Buffer {
  const all = Buffer.alloc(bytes);
  let end = all.write(head);
  for (let at = 1; ; at += 1) {
    const row = rowAt(at);
    if (end + row.length + tail.length > bytes) break;
    end += all.write(row, end);
  }
  return all.subarray(0, end + all.write(tail, end));
}

function workbook(bytes: number, isStored: boolean): Buffer {
  const marks = ['</sheetData>', '</worksheet>'];
  const parts = xlsxParts([]).map((part) => {
    if (!part.name.endsWith('sheet1.xml')) return part;
    const [head = ''] = String(part.content).split(marks[0] ?? '');
    return { ...part, content: rowsOf(bytes, sheetRow, head, marks.join('')), stored: isStored };
  });
  return zip(parts);
}
