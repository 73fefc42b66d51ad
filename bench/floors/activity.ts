/** The minimum of a report: PostgreSQL formats the rows, and they are written to a file. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Fragment, Sql } from '../../src/platform/db/connection.ts';

/** Creates the floor's table with this many rows, each with the texts of a report line. */
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

/** Copies the table to a file, durably; `inBothForms`: as CSV and as JSON at once, each to its own file. */
export async function copyActivity(sql: Sql, path: string, inBothForms: boolean): Promise<void> {
  const copyTo = async (file: string, statement: Fragment) =>
    pipeline(await statement.readable(), createWriteStream(file, { flush: true }));
  if (!inBothForms) return copyTo(path, sql`copy floor.activity to stdout`);
  const lines = sql`
    select json_build_object('ActivityDate', at, 'UserName', who, 'ActivityItemType', what, 'ContentName', name, 'UserId', id)
    from floor.activity`;
  await Promise.all([
    copyTo(path, sql`copy floor.activity to stdout (format csv)`),
    copyTo(`${path}.json`, sql`copy (${lines}) to stdout`),
  ]);
}
