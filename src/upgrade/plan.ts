/** `carrel upgrade --check`: what an upgrade of the data to this version will do, and whether it would be refused. */
import { statfs } from 'node:fs/promises';
import { readLastBackup } from '../core/system/last-backup.ts';
import type { Config } from '../platform/config/config.ts';
import { type Sql, connect } from '../platform/db/connection.ts';
import { type DescribedMigration, migrationNames } from '../platform/db/migrations/files.ts';
import { locateCluster } from '../platform/postgres/account.ts';
import { packagedMajor } from '../platform/postgres/binaries.ts';
import { majorOf } from '../platform/postgres/kept-clusters.ts';
import { oneLine } from '../platform/values/one-line.ts';
import { version } from '../platform/version.ts';
import {
  describeLackOfSpace,
  describePending,
  findOlderNodes,
  newestMigration,
  spaceForSnapshot,
} from './contracting.ts';
import { describeMissingExport, findExport } from './export-cluster.ts';

/** Rewriting or indexing a table on a slow disk. */
const BYTES_PER_SECOND = 20_000_000;
/** A rewritten table exists twice until the end of its transaction, and its changes are in the log of the database. */
const COPIES = 2;
const RECENT_BACKUP_MS = 24 * 60 * 60 * 1000;

export type PlannedMigration = { Name: string; Kind: DescribedMigration['kind']; TableBytes: number; Seconds: number };

export type Plan = {
  /** Version null: older than those that record it. Schema null: there is no data, or it cannot be read by this version. */
  Data: { Version: string | null; Schema: string | null; PostgreSql: number | null };
  Program: { Version: string; Schema: string; PostgreSql: number | null };
  Migrations: PlannedMigration[];
  /** Estimates, without those of a load into another PostgreSQL. */
  Seconds: number;
  NeededBytes: number;
  /** In DATA_DIR. */
  FreeBytes: number;
  /** From this machine; null: none is recorded. */
  BackedUpAt: string | null;
  HasRecentBackup: boolean;
  /** Hosts with a node that must stop before a contracting migration. */
  OlderNodes: string[];
  /** The reason in one line, or null. */
  Refused: string | null;
};

type Found = Pick<Plan, 'Migrations' | 'NeededBytes' | 'OlderNodes' | 'Refused'>;

type InDatabase = Found & {
  data: { Version: string | null; Schema: string | null };
  major: number;
};

/** The plan for the database at the address. */
export async function planUpgrade(config: Config, databaseUrl: string): Promise<Plan> {
  const sql = connect(databaseUrl, 1);
  try {
    const { data, major, ...found } = await readDatabase(sql, config);
    return await complete(config, { ...found, Data: { ...data, PostgreSql: major } });
  } finally {
    await sql.end();
  }
}

/** The plan for an embedded cluster that this version's PostgreSQL cannot open; null for any other. */
export async function planImport(config: Config): Promise<Plan | null> {
  if (config.databaseUrl !== null) return null;
  const [old, program] = await Promise.all([majorOf(await locateCluster(config.dataDir)), packagedMajor()]);
  if (old === null || program === null || old === program) return null;
  const exported = await findExport(config.dataDir);
  return complete(config, {
    Data: { Version: exported?.Version ?? null, Schema: null, PostgreSql: old },
    Migrations: [],
    NeededBytes: 0,
    OlderNodes: [],
    Refused: exported === null ? describeMissingExport(old, program) : null,
  });
}

async function complete(
  config: Config,
  found: Pick<Plan, 'Data' | 'Migrations' | 'NeededBytes' | 'OlderNodes' | 'Refused'>,
): Promise<Plan> {
  const disk = await statfs(config.dataDir);
  const Schema = (await migrationNames()).at(-1) ?? '';
  const last = await readLastBackup(config.dataDir);
  const at = last?.CreatedAt ?? null;
  return {
    ...found,
    Program: { Version: version, Schema, PostgreSql: config.databaseUrl === null ? await packagedMajor() : null },
    Seconds: found.Migrations.reduce((sum, { Seconds }) => sum + Seconds, 0),
    FreeBytes: disk.bavail * disk.bsize,
    BackedUpAt: at,
    HasRecentBackup: at !== null && Date.now() - Date.parse(at) < RECENT_BACKUP_MS,
  };
}

const NOTHING = { Migrations: [], NeededBytes: 0, OlderNodes: [] };

async function readDatabase(sql: Sql, config: Config): Promise<InDatabase> {
  const Schema = await newestMigration(sql);
  const [server] = await sql<{ major: number }[]>`
    select current_setting('server_version_num')::int / 10000 as major`;
  const major = server?.major ?? 0;
  if (Schema === null) {
    return { data: { Version: null, Schema }, major, ...NOTHING, Refused: null };
  }
  const [row] = await sql<{ version: string | null }[]>`
    select to_jsonb(i) ->> 'version' as version from instance i`;
  const found = { data: { Version: row?.version ?? null, Schema }, major };
  try {
    const pending = await describePending(sql);
    return { ...found, ...(await estimate(sql, pending, config)) };
  } catch (error) {
    return { ...found, ...NOTHING, Refused: oneLine(error) };
  }
}

async function estimate(
  sql: Sql,
  pending: DescribedMigration[],
  config: Config,
): Promise<Pick<Plan, 'Migrations' | 'NeededBytes' | 'OlderNodes' | 'Refused'>> {
  const sizes = await readSizes(sql, [...new Set(pending.flatMap(({ tables }) => tables))]);
  const Migrations = pending.map(({ name, kind, tables }) => {
    const TableBytes = tables.reduce((sum, table) => sum + (sizes.get(table) ?? 0), 0);
    return { Name: name, Kind: kind, TableBytes, Seconds: Math.ceil(TableBytes / BYTES_PER_SECOND) };
  });
  const contracting = pending.filter(({ kind }) => kind === 'contract');
  const snapshot = contracting.length > 0 && config.upgradeBackup ? await spaceForSnapshot(sql, config) : null;
  const largest = Math.max(0, ...Migrations.map(({ TableBytes }) => TableBytes * COPIES));
  const lacksSpace = snapshot !== null && snapshot.needed > snapshot.free ? describeLackOfSpace(snapshot) : null;
  return {
    Migrations,
    NeededBytes: largest + (snapshot?.needed ?? 0),
    OlderNodes: await findOlderNodes(sql, contracting),
    Refused: lacksSpace,
  };
}

// With indexes and partitions.
async function readSizes(sql: Sql, tables: string[]): Promise<Map<string, number>> {
  const rows = await sql<{ name: string; bytes: number }[]>`
    select c.relname::text as name, pg_total_relation_size(c.oid) + (
      select coalesce(sum(pg_total_relation_size(relid)), 0)::bigint from pg_partition_tree(c.oid) where relid <> c.oid
    ) as bytes
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any(${tables})`;
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}
