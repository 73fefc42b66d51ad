/** Values of reports formatted for both output formats; most values occur in many rows. Pure. */
import { csvCell } from '../../platform/values/csv.ts';

export type Cell = { csv: string; json: string };

export const cellOf = (text: string): Cell => ({ csv: csvCell(text), json: JSON.stringify(text) });

/**
 * The cells of a non-empty JSON array of texts that PostgreSQL has built (`json_agg`). Reusing its escaping halves the
 * cost of parsing and formatting again.
 */
export function cellsOf(array: string): Cell[] {
  return (array.match(JSON_TEXT) ?? []).map(escapedCell);
}

// A backslash includes the next character: splitting at `", "` would cut texts that contain these characters.
const JSON_TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

function escapedCell(json: string): Cell {
  return { csv: csvCell(json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1)), json };
}
