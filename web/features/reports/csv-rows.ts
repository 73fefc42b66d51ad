/**
 * The rows of CSV (RFC 4180) that may break off anywhere: a row without its end is left out. The server puts a `'` before
 * cells that a spreadsheet would run; here it is taken off.
 */
export function readCsvRows(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/gy;
  while (cells.lastIndex < csv.length) {
    const [, cell = '', end = ''] = cells.exec(csv) ?? [];
    if (end === '') break;
    row.push(textOf(cell));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

function textOf(cell: string): string {
  const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
  return /^'[=+\-@\t]/.test(text) ? text.slice(1) : text;
}
