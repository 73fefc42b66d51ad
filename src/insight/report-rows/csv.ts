/** CSV as spreadsheets and programs read it alike (RFC 4180). Pure. */

/** One line with its end. Numbers and times pass as they are; null is empty. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? csvCell(cell) : (cell ?? ''))).join(',')}\r\n`;
}

/**
 * A text that reads back unchanged, except that a text which a spreadsheet would run as a formula gets a leading `'`, as people
 * type it themselves. Excel takes full-width signs for formulas where they are typed (Japanese and Chinese editions), and tabs,
 * line breaks and spaces before a formula have made importers run it.
 */
export function csvCell(text: string): string {
  // Most texts stand in the file as they are, and reports have millions of them.
  if (!/^[\s=+\-@＝＋－＠]|[",\r\n]/.test(text)) return text;
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;
