import { type Cell, formatCsv } from './format-csv.ts';

/** Downloads a table as a file. */
export function saveCsv(name: string, rows: Cell[][]): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', formatCsv(rows)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
