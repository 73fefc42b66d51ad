/** Prints a result: JSON with --json, otherwise lines for people. */
export function print(options: { json?: boolean }, value: unknown, lines: string[]): void {
  process.stdout.write(
    options.json === true ? `${JSON.stringify(value, null, 2)}\n` : lines.map((l) => `${l}\n`).join(''),
  );
}

/** Formats rows as an aligned table with a header. */
export function table(head: string[], rows: (string | number)[][]): string[] {
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
