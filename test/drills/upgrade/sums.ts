/** Sums over all rows of a data folder whose service is stopped. */
import { type Sql, connect } from '../../../src/platform/db/connection.ts';
import { startEmbeddedPostgres } from '../../../src/platform/postgres/embedded.ts';

/** Counters and heartbeats that no backup keeps, and what a migration itself records. */
const LEFT_OUT = ['instance', 'migrations', 'thumbnail_claims', 'throttles', 'worker_heartbeats'];

/** Tables that neither a start nor a background job of a running service changes. */
const STEADY = new Set([
  'blobs',
  'documents',
  'folders',
  'groups',
  'permissions',
  'revisions',
  'shares',
  'tasks',
  'users',
]);

/** For each table its columns, and the number and a checksum of its rows. */
export type Sums = Map<string, { columns: string[]; sum: string }>;

/** Runs PostgreSQL on the folder, without a service. */
export async function inCluster<T>(dataDir: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const sql = connect(postgres.url, 1);
  try {
    return await work(sql);
  } finally {
    await sql.end();
    await postgres.stop();
  }
}

/** `like`: sums of the tables and columns of an earlier state only. */
export async function sumsOf(dataDir: string, like?: Sums): Promise<Sums> {
  return inCluster(dataDir, async (sql) => {
    const sums: Sums = new Map();
    for (const { table, columns: all } of await tablesOf(sql)) {
      const columns = like === undefined ? all : like.get(table)?.columns;
      if (columns !== undefined) sums.set(table, { columns, sum: await sumOf(sql, table, columns) });
    }
    return sums;
  });
}

/** Names of tables whose rows differ. */
export function differences(before: Sums, after: Sums): string[] {
  return [...before].filter(([table, { sum }]) => after.get(table)?.sum !== sum).map(([table]) => table);
}

/** Only tables of which a running service leaves every row as it is. */
export function steady(sums: Sums): Sums {
  return new Map([...sums].filter(([table]) => STEADY.has(table)));
}

async function tablesOf(sql: Sql) {
  return sql<{ table: string; columns: string[] }[]>`
    select c.relname::text as table, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all (${LEFT_OUT})
    group by c.relname order by c.relname`;
}

async function sumOf(sql: Sql, table: string, columns: string[]): Promise<string> {
  return sql.begin(async (tx) => {
    await tx.allowLong();
    const [row] = await tx<{ sum: string }[]>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\n' order by t::text collate "C")), '') as sum
      from (select ${tx(columns)} from ${tx(table)}) t`;
    return row?.sum ?? '';
  });
}
