/** Dumps the database: every table in one snapshot, listed by the catalog so that no table is forgotten. */
import { type Fragment, type Tx, connect } from '../platform/db/connection.ts';
import { writeDumpFile } from './dump-file.ts';
import type { DatabaseDump, TableDump } from './manifest.ts';

/**
 * Tables not copied, besides unlogged ones. The instance and its migrations are in the manifest. Unfinished uploads,
 * thumbnails and results of jobs name bytes that are not in a backup and must not be restored without them.
 */
export const LEFT_OUT = [
  'async_job_files',
  'instance',
  'migrations',
  'staged_uploads',
  'thumbnails',
  'worker_heartbeats',
];
/** The same if the content store stays. */
export const LEFT_OUT_BESIDE_CONTENTS = ['worker_heartbeats'];

export type Dumped = { Migrations: string[]; Database: DatabaseDump; ContentBytes: number };

/** Writes the database at one moment into the folder of a snapshot. */
export async function dumpDatabase(
  databaseUrl: string,
  snapshot: string,
  { signal, leftOut = LEFT_OUT }: { signal: AbortSignal; leftOut?: string[] },
): Promise<Dumped> {
  return inSnapshot(databaseUrl, async (tx) => {
    const Tables: TableDump[] = [];
    for (const { Table, Columns } of await readTables(tx, leftOut)) {
      signal.throwIfAborted();
      const rows = tx`select ${tx(Columns)} from ${tx(Table)}`;
      Tables.push({ Table, Columns, Dump: await dumpRows(tx, snapshot, `database/${Table}.gz`, rows) });
    }
    const [Jobs, Contents] = [await dumpJobs(tx, snapshot), await dumpContents(tx, snapshot)];
    const [Identities, Partitions] = [await readIdentities(tx), await readPartitions(tx)];
    const Database = { Tables, Jobs, Contents, Identities, Partitions };
    return { Migrations: await readMigrations(tx), Database, ContentBytes: await countBytes(tx) };
  });
}

// Uses its own connection: an aborted copy would keep it busy, so it is closed instead.
async function inSnapshot<T>(databaseUrl: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const sql = connect(databaseUrl, 1);
  let failure: unknown;
  try {
    return await sql.begin('isolation level repeatable read read only', async (tx) => {
      try {
        await tx.allowLong();
        // While a file is written to the disk, nothing is sent.
        await tx`set local idle_in_transaction_session_timeout = 0`;
        await tx`set local datestyle = 'ISO, YMD'`;
        return await work(tx);
      } catch (error) {
        failure = error;
        await sql.end({ timeout: 0 });
        throw error;
      }
    });
  } catch (error) {
    throw failure ?? error;
  } finally {
    await sql.end({ timeout: 0 });
  }
}

async function dumpRows(tx: Tx, snapshot: string, file: string, rows: Fragment) {
  return writeDumpFile(snapshot, file, await tx`copy (${rows}) to stdout`.readable());
}

// The queue has no public view of payloads; a restore adds jobs through its public functions.
async function dumpJobs(tx: Tx, snapshot: string) {
  const rows = tx`
    select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where j.attempts < j.max_attempts or j.locked_at is not null`;
  return dumpRows(tx, snapshot, 'database/_jobs.gz', rows);
}

async function dumpContents(tx: Tx, snapshot: string) {
  const rows = tx`select storage_key, size, encode(sha256, 'hex') from blobs order by storage_key`;
  return dumpRows(tx, snapshot, 'contents.gz', rows);
}

async function readTables(tx: Tx, leftOut: string[]) {
  return tx<{ Table: string; Columns: string[] }[]>`
    select c.relname as "Table", array_agg(a.attname::text order by a.attnum) as "Columns"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relpersistence = 'p' and c.relname <> all (${leftOut})
    group by c.relname order by c.relname`;
}

// Sequence positions are not part of the snapshot, but only ever ahead of it.
async function readIdentities(tx: Tx) {
  const rows = await tx<{ Table: string; Column: string; Last: number | null }[]>`
    select c.relname as "Table", a.attname as "Column",
      pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass) as "Last"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`;
  return rows.flatMap(({ Table, Column, Last }) => (Last === null ? [] : [{ Table, Column, Last }]));
}

async function readPartitions(tx: Tx) {
  const rows = await tx<{ Table: string; Of: string; Bound: string }[]>`
    select c.relname as "Table", p.relname as "Of", pg_get_expr(c.relpartbound, c.oid) as "Bound"
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relispartition
    order by c.relname`;
  return [...rows];
}

async function readMigrations(tx: Tx): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`select name from migrations order by name`;
  return rows.map((row) => row.name);
}

async function countBytes(tx: Tx): Promise<number> {
  const [row] = await tx<{ bytes: number }[]>`select coalesce(sum(size), 0)::bigint as bytes from blobs`;
  return row?.bytes ?? 0;
}
