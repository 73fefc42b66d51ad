/** The rows of a table that are shown, and their order. */

export const MAX_ROWS = 100_000;
export const MAX_COLUMNS = 100;

export type Table = {
  /** Names of the columns: the first row, or letters if it is not a header. */
  columns: string[];
  rows: string[][];
  hasMoreRows: boolean;
  hasMoreColumns: boolean;
};

/** `isCut`: the file goes on, so its last row may be incomplete. */
export function cutTable(records: string[][], isCut: boolean): Table {
  const complete = isCut ? records.slice(0, -1) : records;
  const first = complete[0] ?? [];
  const hasHeader = complete.length > 1 && isHeader(first);
  const rows = complete.slice(hasHeader ? 1 : 0, MAX_ROWS);
  const width = rows.reduce((most, row) => Math.max(most, row.length), hasHeader ? first.length : 0);
  const count = Math.min(width, MAX_COLUMNS);
  return {
    columns: Array.from({ length: count }, (_, index) => (hasHeader && first[index]?.trim()) || letterOf(index)),
    rows: width > MAX_COLUMNS ? rows.map((row) => row.slice(0, MAX_COLUMNS)) : rows,
    hasMoreRows: isCut || complete.length > MAX_ROWS,
    hasMoreColumns: width > MAX_COLUMNS,
  };
}

// A header names all its columns and has no numbers.
const isHeader = (row: string[]): boolean => row.every((cell) => cell.trim() !== '' && !isNumber(cell));

/** A, B, … Z, AA, as in spreadsheets. */
export function letterOf(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

/** The delimiter that the first line contains most often, outside quotes. */
export function delimiterOf(text: string): string {
  const line = (/^[^\r\n]*/.exec(text)?.[0] ?? '').slice(0, 10_000).replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((delimiter) => [delimiter, line.split(delimiter).length] as const);
  return counts.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

export type Order = { column: number; isDescending: boolean };

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The rows in an order: numbers by value before other text, empty cells last. */
export function sortRows(rows: string[][], order: Order | null): string[][] {
  if (order === null) return rows;
  const keyed = rows.map((row) => ({ row, text: row[order.column]?.trim() ?? '', number: valueOf(row[order.column]) }));
  const direction = order.isDescending ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.text === '' || b.text === '') return Number(a.text === '') - Number(b.text === '');
    if (a.number !== null && b.number !== null) return (a.number - b.number) * direction;
    if (a.number !== null || b.number !== null) return (a.number === null ? 1 : -1) * direction;
    return collator.compare(a.text, b.text) * direction;
  });
  return keyed.map(({ row }) => row);
}

/** `-1,234.50`, `12 %`, `€ 3`. */
const NUMBER = /^[-+(]?[$€£¥]?\s?-?\d[\d,' ]*(?:\.\d+)?(?:e[-+]?\d+)?\s?[%$€£¥)]?$/i;

/** Whether a cell is a number, which is aligned on the right. */
export const isNumber = (cell: string | undefined): boolean => NUMBER.test(cell?.trim() ?? '');

function valueOf(cell: string | undefined): number | null {
  if (cell === undefined || cell.length > 40 || !isNumber(cell)) return null;
  const value = Number(cell.replaceAll(/[^\d.e+-]/gi, ''));
  return Number.isNaN(value) ? null : value;
}
