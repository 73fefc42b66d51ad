/** What a report does at the least: PostgreSQL prints the rows, and they go to a file. */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Sql } from '../../src/platform/db/connection.ts';

/** Makes the floor's table of so many rows, each with the texts of a line of the report. */
export async function fillActivity(sql: Sql, count: number): Promise<void> {
  await sql`create schema if not exists floor`;
  await sql`drop table if exists floor.activity`;
  await sql`
    create table floor.activity as
    select now() - make_interval(secs => ${count} - n) as at, 'admin@localhost' as who, 'Viewed Document' as what,
      'Minutes of the meeting ' || n || ', final.docx' as name, 1::bigint as id
    from generate_series(1, ${count}) n`;
  await sql`vacuum (analyze) floor.activity`;
}

/** Copies the table to a file, durably, and resolves to its size. */
export async function copyActivity(sql: Sql, path: string): Promise<number> {
  const rows = await sql`copy floor.activity to stdout`.readable();
  await pipeline(rows, createWriteStream(path, { flush: true }));
  return (await stat(path)).size;
}
