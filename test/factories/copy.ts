/** Bulk inserts with PostgreSQL's COPY: a million rows in the time of a few thousand inserts. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Fragment, Tx } from '../../src/platform/db/connection.ts';

type Row = (string | number)[];

/** Copies rows into a table; `into` is the table with its columns. Values must not contain tabs or line breaks. */
export async function copyRows(tx: Tx, into: Fragment, batches: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(batches), await tx`copy ${into} from stdin`.writable());
}

/** The results of `make` for 0, 1, … in COPY's format, many rows at a time. */
export function* rows(count: number, make: (n: number) => Row[]): Generator<string> {
  for (let first = 0; first < count; first += BATCH) {
    const lines: string[] = [];
    const end = Math.min(first + BATCH, count);
    for (let n = first; n < end; n += 1) lines.push(...make(n).map((row) => `${row.join('\t')}\n`));
    yield lines.join('');
  }
}

const BATCH = 1000;

/** Reserves this many consecutive ids of a table and returns the first. */
export async function takeIds(tx: Tx, table: string, column: string, count: number): Promise<number> {
  const [row] = await tx<{ first: number }[]>`select nextval(pg_get_serial_sequence(${table}, ${column})) as first`;
  const first = row?.first ?? NaN;
  await tx`select setval(pg_get_serial_sequence(${table}, ${column}), ${first + count - 1})`;
  return first;
}
