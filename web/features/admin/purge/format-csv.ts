/** Tables as files for spreadsheets. */

export type Cell = string | number;

/** CSV (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe in front. */
export function formatCsv(rows: Cell[][]): string {
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('');
}

function formatCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
