/** Values of reports as they stand in both forms: most of them stand in many rows. Pure. */
import { csvCell } from './csv.ts';

export type Cell = { csv: string; json: string };

export const cellOf = (text: string): Cell => ({ csv: csvCell(text), json: JSON.stringify(text) });

/**
 * The cells of texts that PostgreSQL has printed as a JSON array (`json_agg`), of which there is at least one. Taking them
 * as they are printed costs half of parsing and printing them again.
 */
export function cellsOf(array: string): Cell[] {
  // Within a text each quote has a backslash before it, so this parts texts only.
  return array.slice('["'.length, -'"]'.length).split('", "').map(escapedCell);
}

function escapedCell(escaped: string): Cell {
  const json = `"${escaped}"`;
  return { csv: csvCell(escaped.includes('\\') ? (JSON.parse(json) as string) : escaped), json };
}
