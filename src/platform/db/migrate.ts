/** Migrates a database to the schema of this version: our migrations, then those of the job queue. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { QUEUE_INDEXES } from '../jobs/queue-indexes.ts';
import { PROGRAM_FOLDER } from '../program.ts';
import { type Sql, connect, connectPg } from './connection.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { MIGRATION_LOCK } from './locks.ts';

export const MIGRATIONS_DIR = join(PROGRAM_FOLDER, 'migrations');
const OLDEST_POSTGRES = 15;

/** Names of pending migrations, in order. Throws if the server is too old, or the schema too new. */
export async function pendingMigrations(databaseUrl: string): Promise<string[]> {
  const sql = connect(databaseUrl, 1);
  try {
    return await pendingMigrationsOf(sql);
  } finally {
    await sql.end();
  }
}

/** Like pendingMigrations, on an open pool. */
export async function pendingMigrationsOf(sql: Sql): Promise<string[]> {
  const [server] = await sql<{ version: number; migrated: boolean }[]>`
    select current_setting('server_version_num')::int / 10000 as version,
      to_regclass('public.migrations') is not null and to_regclass('graphile_worker.migrations') is not null as migrated`.catch(
    (error: Error & { code?: string }) => {
      // If a name has several addresses, the aggregate error has no message.
      throw new Error(`The database cannot be used: ${error.message || error.code}`, { cause: error });
    },
  );
  if ((server?.version ?? 0) < OLDEST_POSTGRES) {
    throw new Error(`DATABASE_URL leads to PostgreSQL ${server?.version}; Carrel needs ${OLDEST_POSTGRES} or later.`);
  }
  const files = await migrationNames();
  if (server?.migrated !== true) return files;
  const rows = await sql<{ name: string }[]>`select name from migrations`;
  const done = new Set(rows.map((row) => row.name));
  const pending = files.filter((name) => !done.has(name));
  const unknown = [...done].find((name) => !files.includes(name));
  if (unknown !== undefined && (pending.length > 0 || !(await runsOnNewer(sql, files)))) {
    throw new Error(
      `The database has the schema of a newer version of Carrel (${unknown}), with which this version cannot run; run that version.`,
    );
  }
  return pending;
}

// A migration that takes something away from older releases names the oldest that can still run (decision 0070).
async function runsOnNewer(sql: Sql, files: string[]): Promise<boolean> {
  const [row] = await sql<{ oldest: string }[]>`select oldest_release as oldest from instance`;
  return row !== undefined && (files.at(-1) ?? '') >= row.oldest;
}

/**
 * Applies pending migrations, up to `last` if given, and returns their names. Each migration is one transaction; an
 * advisory lock serializes processes that start at once.
 */
export async function migrate(databaseUrl: string, last?: string): Promise<string[]> {
  const pending = await pendingMigrations(databaseUrl);
  const count = last === undefined ? pending.length : pending.indexOf(last) + 1;
  if (count === 0) return [];
  // Loaded only if something is pending, so that a normal start stays fast.
  const [{ runner }, { runMigrations }] = await Promise.all([import('node-pg-migrate'), import('graphile-worker')]);
  const pool = connectPg(databaseUrl, 2);
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [MIGRATION_LOCK]);
    const applied = await runner({
      dbClient: client,
      dir: MIGRATIONS_DIR,
      migrationsTable: 'migrations',
      direction: 'up',
      count,
      noLock: true,
      logger: SILENT,
    });
    await runMigrations({ pgPool: pool });
    for (const index of QUEUE_INDEXES) await client.query(index);
    await tunePlanner(client, parseDatabaseUrl(databaseUrl).database);
    return applied.map((migration) => migration.name);
  } finally {
    client.release(true);
    await pool.end();
  }
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

// Every statement of the API is short: parallel workers, JIT compilation or custom plans for each call cost more than
// they save (decision 0022). Set for our role in this database, which needs no privilege and works
// through PgBouncer.
async function tunePlanner(client: pg.PoolClient, database: string): Promise<void> {
  const settings = ['jit = off', 'max_parallel_workers_per_gather = 0', 'plan_cache_mode = force_generic_plan'];
  for (const setting of settings) {
    await client.query(`alter role current_user in database ${pg.escapeIdentifier(database)} set ${setting}`);
  }
}

/** Names of all migrations of this version, in order. */
export async function migrationNames(): Promise<string[]> {
  const files = await readdir(MIGRATIONS_DIR);
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
}
