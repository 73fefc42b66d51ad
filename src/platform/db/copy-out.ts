import type { Readable } from 'node:stream';
import type { Db, Fragment } from './connection.ts';

/**
 * Hands what a `copy … to stdout` sends to `take`, which reads all of it, and leaves the connection fit for what is sent
 * next. Resolves to what `take` does.
 */
export async function copyOut<T>(sql: Db, statement: Fragment, take: (rows: Readable) => Promise<T>): Promise<T> {
  const rows: Readable = await sql`${statement}`.readable();
  const taken = await take(rows);
  // The driver pauses its connection while more rows are ready than are wanted, and goes on when more are asked for. If
  // the last rows made it pause nobody asks again, and what is sent next would never be answered.
  rows._read(0);
  return taken;
}
