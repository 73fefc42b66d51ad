/** Migrates a database to the schema of this version: our migrations, then those of the job queue. */
import { LAST_QUEUE_INDEX, QUEUE_INDEXES } from '../jobs/queue-indexes.ts';
import { version } from '../version.ts';
import { type Sql, connect, connectPg } from './connection.ts';
import { whileHeld } from './hold.ts';
import { inMigration } from './locks.ts';
import { migrationNames, readMigration } from './migrations/files.ts';
import { ensureSessionSettings } from './servers/session-settings.ts';

/** The migration from which on the data records versions. */
const FIRST_WITH_VERSIONS = '0080_versions';
const OLDEST_POSTGRES = 15;
const MIGRATIONS_TABLE = `create table if not exists migrations (
  id serial primary key, name varchar(255) not null, run_on timestamp not null)`;

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
      to_regclass('public.migrations') is not null and to_regclass(${LAST_QUEUE_INDEX}) is not null as migrated`.catch(
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
    throw new Error(await describeNewer(sql, unknown));
  }
  return pending;
}

// A migration that takes something away from older releases names the oldest that can still run (decision 0070).
async function runsOnNewer(sql: Sql, files: string[]): Promise<boolean> {
  const [row] = await sql<{ oldest: string }[]>`select oldest_release as oldest from instance`;
  return row !== undefined && (files.at(-1) ?? '') >= row.oldest;
}

// The line says how to go on; the version is that of the last start, if the schema records it.
async function describeNewer(sql: Sql, unknown: string): Promise<string> {
  const [row] = await sql<{ last: string | null }[]>`select to_jsonb(i) ->> 'version' as last from instance i`;
  const last = row?.last ?? version;
  const newer = last === version ? 'a newer version of Carrel' : `Carrel ${last}`;
  return `The data was upgraded by ${newer} (${unknown}), and Carrel ${version} cannot run on it; install that version again, or restore a backup that was made before (docs/upgrades.md).`;
}

/**
 * Applies pending migrations, up to `last` if given, and returns their names. Several processes can run it at once, also through a
 * pooler in transaction mode: each migration is one transaction, which takes the lock and looks whether it is still needed.
 */
export async function migrate(databaseUrl: string, last?: string): Promise<string[]> {
  const sql = connect(databaseUrl, 2);
  try {
    const pending = await pendingMigrationsOf(sql);
    const wanted = last === undefined ? pending : pending.slice(0, pending.indexOf(last) + 1);
    const applied: string[] = [];
    for (const name of wanted) if (await applyMigration(sql, name)) applied.push(name);
    if (wanted.length > 0) await migrateQueue(sql, databaseUrl);
    await ensureSessionSettings(sql);
    if (last === undefined) await recordVersion(sql);
    return applied;
  } finally {
    await sql.end();
  }
}

// Only written if it differs: a start writes nothing otherwise.
async function recordVersion(sql: Sql): Promise<void> {
  const [row] = await sql<{ last: string | null }[]>`select version as last from instance`;
  if (row !== undefined && row.last !== version) await sql`update instance set version = ${version}`;
}

async function applyMigration(sql: Sql, name: string): Promise<boolean> {
  const text = await readMigration(name);
  return inMigration(sql, async (tx) => {
    await tx.unsafe(MIGRATIONS_TABLE);
    if ((await tx`select from migrations where name = ${name}`).length > 0) return false;
    await tx.unsafe(text);
    await tx`insert into migrations (name, run_on) values (${name}, now())`;
    if (name >= FIRST_WITH_VERSIONS) await tx`update migrations set version = ${version} where name = ${name}`;
    return true;
  });
}

// The queue finds out itself that another process applies the same migration of it. The lock keeps backups away.
async function migrateQueue(sql: Sql, databaseUrl: string): Promise<void> {
  // Loaded only if something is pending, so that a normal start stays fast.
  const { runMigrations } = await import('graphile-worker');
  const pgPool = connectPg(databaseUrl, 1);
  try {
    await inMigration(sql, (tx) =>
      whileHeld(tx, async () => {
        await runMigrations({ pgPool });
        // On the same connection: another may not have noticed yet that the schema of the queue is there.
        for (const index of QUEUE_INDEXES) await pgPool.query(index);
      }),
    );
  } finally {
    await pgPool.end();
  }
}
