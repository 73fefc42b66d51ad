/** CSV as spreadsheets and programs read it alike (RFC 4180). Pure. */

/** One line with its end. Numbers and times pass as they are; null is empty. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? csvCell(cell) : (cell ?? ''))).join(',')}\r\n`;
}

/**
 * A text that comes back as it was, but for one thing: what a spreadsheet would run as a formula gets a `'` before it, as
 * people put it there themselves.
 */
export function csvCell(text: string): string {
  // Nearly all texts are as they are in the file, and reports have millions of them.
  if (!/^[=+\-@\t]|[",\r\n]/.test(text)) return text;
  const harmless = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
