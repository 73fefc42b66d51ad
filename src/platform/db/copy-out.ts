import type { Readable } from 'node:stream';
import type { Db, Fragment } from './connection.ts';

/**
 * Passes the output of `copy … to stdout` to `take`, which reads all of it, and leaves the connection usable. Resolves
 * to the result of `take`.
 */
export async function copyOut<T>(sql: Db, statement: Fragment, take: (rows: Readable) => Promise<T>): Promise<T> {
  const rows: Readable = await sql`${statement}`.readable();
  const taken = await take(rows);
  // The driver pauses its connection while more rows are buffered than requested, and resumes on the next read. If the
  // last rows paused it, nobody would read again and the next query would hang.
  rows._read(0);
  return taken;
}
