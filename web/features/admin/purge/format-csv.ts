/** Tables as files for spreadsheets. */

export type Cell = string | number;

/** Excel treats full-width signs as formulas too, and some programs run formulas after tabs, line breaks and spaces. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/** CSV (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe in front. */
export function formatCsv(rows: Cell[][]): string {
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('');
}

function formatCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
