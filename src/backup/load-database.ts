/** Loads the files of a snapshot into a database in one transaction. */
import { pipeline } from 'node:stream/promises';
import type { Sql, Tx } from '../platform/db/connection.ts';
import { readDumpFile } from './dump-file.ts';
import type { DatabaseDump, TableDump } from './manifest.ts';

/** Of the new database; only a snapshot for an upgrade contains them. */
const REPLACED = new Set(['instance', 'migrations']);

/** Called before each table: how many tables are loaded, of how many, and the next one. */
export type LoadProgress = (loaded: number, all: number, table: string) => void;

/** Loads a database that has the schema of the snapshot and no deployment. Throws a one-line error. */
export async function loadDatabase(
  sql: Sql,
  snapshot: string,
  dump: DatabaseDump,
  { signal, progress = () => {} }: { signal: AbortSignal; progress?: LoadProgress },
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.allowLong();
    await tx`set local datestyle = 'ISO, YMD'`;
    await tx`lock table deployments in access exclusive mode`;
    await assertEmpty(tx);
    await makePartitions(tx, dump.Partitions);
    const foreignKeys = await dropForeignKeys(tx);
    // The snapshot has the rows that triggers wrote.
    await setTriggers(tx, 'disable');
    for (const [index, table] of dump.Tables.entries()) {
      signal.throwIfAborted();
      progress(index, dump.Tables.length, table.Table);
      await loadTable(tx, snapshot, table);
    }
    await setTriggers(tx, 'enable');
    for (const { add } of foreignKeys) await tx.unsafe(add);
    await loadJobs(tx, snapshot, dump.Jobs);
    await setIdentities(tx, dump.Identities);
  });
  // The planner has no statistics of the new rows yet.
  await sql.begin(async (tx) => {
    await tx.allowLong();
    await tx`analyze`;
  });
}

/** Throws a one-line error if there is a deployment. */
export async function assertEmpty(sql: Sql | Tx): Promise<void> {
  const [row] = await sql`select from deployments limit 1`;
  if (row !== undefined) {
    throw new Error(
      'This instance is in use. A backup must be restored into an empty one (another DATA_DIR or DATABASE_URL).',
    );
  }
}

// Without these, old rows would go to the default partition and stay there.
async function makePartitions(tx: Tx, partitions: DatabaseDump['Partitions']): Promise<void> {
  for (const { Table, Of, Bound } of partitions) {
    await tx`create table if not exists ${tx(Table)} partition of ${tx(Of)} ${tx.unsafe(Bound)}`;
  }
}

// Recreating them at the end checks all rows at once, and makes the order of tables irrelevant.
async function dropForeignKeys(tx: Tx): Promise<{ drop: string; add: string }[]> {
  const foreignKeys = await tx<{ drop: string; add: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'f' and conparentid = 0
    order by conrelid::regclass::text, conname`;
  for (const { drop } of foreignKeys) await tx.unsafe(drop);
  return foreignKeys;
}

async function setTriggers(tx: Tx, state: 'enable' | 'disable'): Promise<void> {
  const tables = await tx<{ name: string }[]>`
    select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`;
  for (const { name } of tables) await tx.unsafe(`alter table ${name} ${state} trigger user`);
}

async function loadTable(tx: Tx, snapshot: string, { Table, Columns, Dump }: TableDump): Promise<void> {
  if (REPLACED.has(Table)) await tx`delete from ${tx(Table)}`;
  const rows = await tx`copy ${tx(Table)} (${tx(Columns)}) from stdin`.writable();
  await pipeline(readDumpFile(snapshot, Dump), rows).catch((cause: Error) => {
    throw new Error(`The rows of ${Table} could not be loaded: ${cause.message}`, { cause });
  });
  const [row] = await tx<{ count: number }[]>`select count(*) as count from ${tx(Table)}`;
  if (row?.count !== Dump.Rows) throw new Error(`${Table} has ${row?.count} rows and not ${Dump.Rows}.`);
}

async function loadJobs(tx: Tx, snapshot: string, jobs: DatabaseDump['Jobs']): Promise<void> {
  await tx`
    create temporary table restored_jobs (
      identifier text, payload json, queue_name text, run_at timestamptz, max_attempts integer, job_key text,
      priority integer
    ) on commit drop`;
  await pipeline(readDumpFile(snapshot, jobs), await tx`copy restored_jobs from stdin`.writable());
  await tx`
    select count(*) from graphile_worker.add_jobs(array(
      select (identifier, payload, queue_name, run_at, max_attempts, job_key, priority, null)::graphile_worker.job_spec
      from restored_jobs))`;
}

async function setIdentities(tx: Tx, identities: DatabaseDump['Identities']): Promise<void> {
  for (const { Table, Column, Last } of identities) {
    await tx`select setval(pg_get_serial_sequence(quote_ident(${Table}), ${Column}), ${Last})`;
  }
  await setEras(tx);
  await tx`select setval('migrations_id_seq', (select max(id) from migrations))`;
}

// Eras count up with this sequence (decision 0102), which belongs to no column. Older schemas have none.
async function setEras(tx: Tx): Promise<void> {
  const [row] = await tx<{ exists: boolean }[]>`select to_regclass('search_runs') is not null as exists`;
  if (row?.exists === true)
    await tx`select setval('search_runs', (select (coalesce(max(era), 0) + 1) * 4096 from document_search))`;
}
