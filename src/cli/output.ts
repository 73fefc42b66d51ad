/** Prints a result: JSON with --json, otherwise lines for people. */
export function print(options: { json?: boolean }, value: unknown, lines: string[]): void {
  process.stdout.write(
    options.json === true ? `${JSON.stringify(value, null, 2)}\n` : lines.map((l) => `${l}\n`).join(''),
  );
}

/** A line about the progress of a command; standard output is for its result. */
export function report(line: string): void {
  process.stderr.write(`${line}\n`);
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

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Formats a number of bytes: `1.5 GiB`. */
export function readableSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${UNITS[power]}`;
}
