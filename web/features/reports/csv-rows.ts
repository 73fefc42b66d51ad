/**
 * Parses CSV (RFC 4180) that may be cut off anywhere. An incomplete last row is left out. The `'` that the server puts before
 * formulas is removed.
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
