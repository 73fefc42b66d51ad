/** Before a migration after which the previous release no longer runs: no node of that release, and a snapshot of the database. */
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../platform/config/config.ts';
import { type Sql, connect } from '../platform/db/connection.ts';
import { migrate, pendingMigrationsOf } from '../platform/db/migrate.ts';
import { type DescribedMigration, describeMigrations } from '../platform/db/migrations/files.ts';
import { HEARTBEAT_TIMEOUT } from '../platform/jobs/job.ts';

/** A node that was killed counts for as long as its heartbeat does. */
const PATIENCE_MS = 35_000;

type Migrating = { say: (line: string) => void; signal: AbortSignal };

/**
 * Migrates the database to the schema of this version and returns the applied migrations. If a pending one contracts, it first
 * waits until no older node runs and backs the database up, so that every state of the data has a release that runs on it.
 */
export async function migrateData(config: Config, databaseUrl: string, migrating: Migrating): Promise<string[]> {
  const contracting = await findContracting(databaseUrl);
  if (contracting.length > 0) await prepareContracting(config, databaseUrl, { ...migrating, contracting });
  return migrate(databaseUrl);
}

/**
 * The pending migrations, described for the release of the data; none for a database without a deployment, which is new, or
 * which another node is migrating for the first time.
 */
export async function describePending(sql: Sql): Promise<DescribedMigration[]> {
  const pending = await pendingMigrationsOf(sql);
  const from = await newestMigration(sql);
  return from === null || !(await hasDeployment(sql)) ? [] : describeMigrations(pending, from);
}

async function hasDeployment(sql: Sql): Promise<boolean> {
  const [made] = await sql<{ isMade: boolean }[]>`select to_regclass('public.deployments') is not null as "isMade"`;
  return made?.isMade === true && (await sql`select from deployments limit 1`).length > 0;
}

/** The newest migration of the data; null for a new database. */
export async function newestMigration(sql: Sql): Promise<string | null> {
  const [made] = await sql<{ isMade: boolean }[]>`select to_regclass('public.migrations') is not null as "isMade"`;
  if (made?.isMade !== true) return null;
  const [row] = await sql<{ name: string | null }[]>`select max(name) as name from migrations`;
  return row?.name ?? null;
}

/** Hosts of running nodes without one of these migrations. */
export async function findOlderNodes(sql: Sql, contracting: DescribedMigration[]): Promise<string[]> {
  const last = contracting.at(-1)?.name;
  if (last === undefined) return [];
  // Older schemas have no release; their nodes are older.
  const rows = await sql<{ host: string }[]>`
    select distinct coalesce(to_jsonb(h) ->> 'host', 'a node') as host from worker_heartbeats h
    where beat_at > now() - ${HEARTBEAT_TIMEOUT}::interval and coalesce(to_jsonb(h) ->> 'release', '') < ${last}
    order by 1`;
  return rows.map(({ host }) => host);
}

/** The size of the database, which a snapshot does not exceed, and the free space where it is written. */
export async function spaceForSnapshot(sql: Sql, { dataDir }: Config): Promise<{ needed: number; free: number }> {
  const [row] = await sql<{ bytes: number }[]>`select pg_database_size(current_database()) as bytes`;
  const disk = await statfs(dataDir);
  return { needed: row?.bytes ?? 0, free: disk.bavail * disk.bsize };
}

export function describeLackOfSpace({ needed, free }: { needed: number; free: number }): string {
  const [need, have] = [needed, free].map((bytes) => `${(bytes / 1024 ** 3).toFixed(1)} GiB`);
  return `The upgrade needs up to ${need} in DATA_DIR, and ${have} are free.`;
}

export function describeOlderNodes(hosts: string[]): string {
  return `Nodes of an older release run (${hosts.join(', ')}), which cannot run on the new schema: stop them first.`;
}

export const snapshotsFolder = (dataDir: string): string => join(dataDir, 'before-upgrade');

async function findContracting(databaseUrl: string): Promise<DescribedMigration[]> {
  return inDatabase(databaseUrl, async (sql) => (await describePending(sql)).filter(({ kind }) => kind === 'contract'));
}

async function prepareContracting(
  config: Config,
  databaseUrl: string,
  { contracting, say, signal }: Migrating & { contracting: DescribedMigration[] },
): Promise<void> {
  const names = contracting.map(({ name }) => name).join(', ');
  await inDatabase(databaseUrl, async (sql) => {
    await waitForOlderNodes(sql, contracting, say);
    if (!config.upgradeBackup) return;
    const space = await spaceForSnapshot(sql, config);
    if (space.needed > space.free) throw new Error(describeLackOfSpace(space));
  });
  if (!config.upgradeBackup) return say(`the previous release does not run after ${names}; UPGRADE_BACKUP is false`);
  const folder = snapshotsFolder(config.dataDir);
  say(`the previous release does not run after ${names}: backing the database up first`);
  // Loaded only here, so that a normal start stays fast.
  const { snapshotDatabase } = await import('../backup/snapshot.ts');
  const name = await snapshotDatabase(databaseUrl, { dataDir: config.dataDir, folder, signal, isComplete: false });
  say(`backed up: ${join(folder, 'snapshots', name)}`);
}

async function waitForOlderNodes(
  sql: Sql,
  contracting: DescribedMigration[],
  say: (line: string) => void,
): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let asked = 0; ; asked += 1) {
    const hosts = await findOlderNodes(sql, contracting);
    if (hosts.length === 0) return;
    if (Date.now() > deadline) throw new Error(describeOlderNodes(hosts));
    if (asked === 0) say(`waiting for nodes of an older release to stop: ${hosts.join(', ')}`);
    await sleep(500);
  }
}

async function inDatabase<T>(databaseUrl: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(databaseUrl, 1);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
