/**
 * `carrel upgrade --export`: the release with the older PostgreSQL writes the embedded database into files, which the next
 * release loads into a cluster of its own PostgreSQL (decision 0118).
 */
import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { listSnapshots, removeSnapshot } from '../backup/repository.ts';
import { snapshotDatabase } from '../backup/snapshot.ts';
import { syncFolder, unlessMissing } from '../platform/blobs/disk/disk.ts';
import { connect } from '../platform/db/connection.ts';
import { pendingMigrationsOf } from '../platform/db/migrate.ts';
import { locateCluster } from '../platform/postgres/account.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { majorOf } from '../platform/postgres/kept-clusters.ts';
import { version } from '../platform/version.ts';

const ExportSchema = Type.Object({
  Snapshot: Type.String(),
  /** The release and the PostgreSQL that wrote it. */
  Version: Type.String(),
  Major: Type.Integer(),
  /** Changes whenever a server starts or stops on the cluster: an export is valid only while it is the same. */
  ControlSha256: Type.String(),
});

export type Export = Type.Static<typeof ExportSchema>;

/** Exports the cluster, unless it was not started since its last export. The caller holds the lock of the data folder. */
export async function exportCluster(
  dataDir: string,
  { say, signal }: { say: (line: string) => void; signal: AbortSignal },
): Promise<Export> {
  const cluster = await locateCluster(dataDir);
  const Major = await majorOf(cluster);
  if (Major === null) throw new Error(`There is no embedded PostgreSQL in ${dataDir}.`);
  const found = await findExport(dataDir);
  if (found !== null) return found;
  const folder = exportFolder(dataDir);
  const old = await listSnapshots(folder);
  const postgres = await startEmbeddedPostgres({ dataDir, log: say });
  let Snapshot: string;
  try {
    await assertOwnSchema(postgres.url);
    Snapshot = await snapshotDatabase(postgres.url, { dataDir, folder, signal, isComplete: true });
  } finally {
    await postgres.stop();
  }
  const made = { Snapshot, Version: version, Major, ControlSha256: await controlSum(cluster) };
  await writeRecord(folder, made);
  for (const name of old) await removeSnapshot(folder, name);
  return made;
}

/** The export of the cluster as it is now, or null. */
export async function findExport(dataDir: string): Promise<Export | null> {
  const folder = exportFolder(dataDir);
  const text = await unlessMissing(readFile(recordFile(folder), 'utf8'));
  if (text === undefined) return null;
  const record: unknown = JSON.parse(text);
  const cluster = await locateCluster(dataDir);
  if (!Value.Check(ExportSchema, record) || record.Major !== (await majorOf(cluster))) return null;
  if (!(await listSnapshots(folder)).includes(record.Snapshot)) return null;
  return record.ControlSha256 === (await controlSum(cluster)) ? record : null;
}

/** One line for the operator. */
export function describeMissingExport(old: number, program: number): string {
  return `The data is in PostgreSQL ${old}, and Carrel ${version} has ${program}: with the previous release, stop the service and run carrel upgrade --export, then start this release (docs/upgrades.md)`;
}

export async function removeExport(dataDir: string): Promise<void> {
  await rm(exportFolder(dataDir), { recursive: true, force: true });
}

export const exportFolder = (dataDir: string): string => join(dataDir, 'upgrade');

const recordFile = (folder: string): string => join(folder, 'export.json');

async function assertOwnSchema(databaseUrl: string): Promise<void> {
  const sql = connect(databaseUrl, 1);
  try {
    if ((await pendingMigrationsOf(sql)).length === 0) return;
    throw new Error('The database has the schema of an older version; run carrel migrate, then export again.');
  } finally {
    await sql.end();
  }
}

// The server writes this file at each start and stop, with the time.
async function controlSum(cluster: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(join(cluster, 'global/pg_control')))
    .digest('hex');
}

async function writeRecord(folder: string, record: Export): Promise<void> {
  const path = recordFile(folder);
  await writeFile(`${path}.new`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  await syncFolder(folder);
}
