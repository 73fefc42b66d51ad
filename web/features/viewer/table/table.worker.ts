/** Reads CSV and TSV. In a worker, because a large file takes long. */
import { parse } from 'csv-parse/browser/esm/sync';
import { cutTable, delimiterOf } from './cut-table.ts';

export type TableRequest = { text: string; isCut: boolean };

self.addEventListener('message', ({ data: { text, isCut } }: MessageEvent<TableRequest>) => {
  try {
    self.postMessage(cutTable(read(text), isCut));
  } catch {
    self.postMessage(null);
  }
});

function read(text: string): string[][] {
  return parse(text, {
    bom: true,
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // A quote that a cut file does not close takes the rest of it.
    skip_records_with_error: true,
  });
}
