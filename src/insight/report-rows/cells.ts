/** Values of reports as they stand in both forms: most of them stand in many rows. Pure. */
import { csvCell } from './csv.ts';

export type Cell = { csv: string; json: string };

export const cellOf = (text: string): Cell => ({ csv: csvCell(text), json: JSON.stringify(text) });

/**
 * The cells of texts that PostgreSQL has printed as a JSON array (`json_agg`), of which there is at least one. Taking them
 * as they are printed costs half of parsing and printing them again.
 */
export function cellsOf(array: string): Cell[] {
  return (array.match(JSON_TEXT) ?? []).map(escapedCell);
}

// A backslash takes the character after it along: parting at `", "` would cut a text that ends with these very characters.
const JSON_TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

function escapedCell(json: string): Cell {
  return { csv: csvCell(json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1)), json };
}
