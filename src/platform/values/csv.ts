/** CSV that spreadsheets and programs read alike (RFC 4180). Pure. */

/** One line with its line end. Numbers and times need no escaping; null is empty. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? csvCell(cell) : (cell ?? ''))).join(',')}\r\n`;
}

/**
 * A cell that reads back unchanged, except that a text which a spreadsheet would run as a formula gets a leading `'`.
 * Excel treats full-width signs as formulas (Japanese and Chinese editions), and some importers run formulas after
 * tabs, line breaks and spaces.
 */
export function csvCell(text: string): string {
  // Most texts need no escaping, and reports have millions of them.
  if (!/^[\s=+\-@＝＋－＠]|[",\r\n]/.test(text)) return text;
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;
