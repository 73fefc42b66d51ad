/**
 * The other half of `carrel upgrade --export`: fills a cluster of this release's PostgreSQL beside the old one, and puts it in
 * its place. Every step can be killed; the next start continues with the step, and the old cluster is kept (decision 0118).
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadDatabase } from '../backup/load-database.ts';
import { type Snapshot, openSnapshot } from '../backup/restore.ts';
import { syncFolder, unlessMissing } from '../platform/blobs/disk/disk.ts';
import { connect } from '../platform/db/connection.ts';
import { migrate } from '../platform/db/migrate.ts';
import { locateCluster } from '../platform/postgres/account.ts';
import { packagedMajor } from '../platform/postgres/binaries.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { importFolder, keptFolder, listKeptClusters, majorOf } from '../platform/postgres/kept-clusters.ts';
import { clearLeftovers } from '../platform/postgres/leftovers.ts';
import { type Export, describeMissingExport, exportFolder, findExport } from './export-cluster.ts';

type Reporting = { say: (line: string) => void; signal: AbortSignal };

/**
 * Brings the embedded cluster to this release's PostgreSQL; returns whether it did. Throws a one-line error if the old release
 * has not exported it. The caller holds the lock of the data folder.
 */
export async function importCluster(dataDir: string, { say, signal }: Reporting): Promise<boolean> {
  const cluster = await locateCluster(dataDir);
  const program = await packagedMajor();
  if (program === null) return false;
  await settleClusters(cluster, program);
  const old = await majorOf(cluster);
  if (old === null || old === program) return false;
  const exported = await findExport(dataDir);
  if (exported === null) throw new Error(describeMissingExport(old, program));
  // A mark without a cluster is left of an import that was killed at its end, before somebody went back.
  const isFilled = (await majorOf(join(importFolder(cluster), 'postgres'))) === program;
  if (!isFilled || (await readMark(cluster)) !== exported.ControlSha256) {
    const snapshot = await openSnapshot(exportFolder(dataDir), exported.Snapshot);
    await fillCluster(cluster, { snapshot, exported, reporting: { say, signal } });
  }
  // Left behind by going back: the new one replaces it.
  await rm(keptFolder(cluster, program), { recursive: true, force: true });
  await rename(cluster, keptFolder(cluster, old));
  await putInPlace(cluster);
  say(`the data is in PostgreSQL ${program} now; the old cluster is kept until carrel upgrade --confirm`);
  return true;
}

/** Completes what a killed process began: of two clusters that change places, one is in place again. */
export async function settleClusters(cluster: string, program: number): Promise<void> {
  const filled = join(importFolder(cluster), 'postgres');
  if ((await majorOf(cluster)) === program) {
    // Killed after the new cluster was in place.
    if ((await readMark(cluster)) !== null && (await majorOf(filled)) === null) await removeImport(cluster);
    return;
  }
  if ((await majorOf(cluster)) !== null) return;
  if ((await readMark(cluster)) !== null && (await majorOf(filled)) === program) return putInPlace(cluster);
  const kept = (await listKeptClusters(cluster)).find(({ major }) => major === program);
  if (kept === undefined) return;
  await rename(kept.folder, cluster);
  await syncFolder(dirname(cluster));
}

async function fillCluster(
  cluster: string,
  { snapshot, exported, reporting }: { snapshot: Snapshot; exported: Export; reporting: Reporting },
): Promise<void> {
  const { say, signal } = reporting;
  const folder = importFolder(cluster);
  await removeImport(cluster);
  say(`loading the data of PostgreSQL ${exported.Major}, exported by Carrel ${exported.Version}`);
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: say });
  try {
    await migrate(postgres.url, snapshot.manifest.Migrations.at(-1));
    const sql = connect(postgres.url, 1);
    try {
      await loadDatabase(sql, snapshot.path, snapshot.manifest.Database, { signal, progress: every(2000, say) });
    } finally {
      await sql.end();
    }
  } finally {
    await postgres.stop();
  }
  await writeFile(markFile(cluster), exported.ControlSha256, { mode: 0o600, flush: true });
  await syncFolder(folder);
}

function every(
  milliseconds: number,
  say: (line: string) => void,
): (loaded: number, all: number, table: string) => void {
  let last = Date.now();
  return (loaded, all, table) => {
    if (Date.now() - last < milliseconds) return;
    last = Date.now();
    say(`loaded ${loaded} of ${all} tables; next ${table}`);
  };
}

async function putInPlace(cluster: string): Promise<void> {
  await rename(join(importFolder(cluster), 'postgres'), cluster);
  await syncFolder(dirname(cluster));
  await removeImport(cluster);
}

async function removeImport(cluster: string): Promise<void> {
  const folder = importFolder(cluster);
  // The server of a killed import may still run.
  await clearLeftovers(join(folder, 'postgres'), () => {});
  await rm(folder, { recursive: true, force: true });
}

// Written when the cluster is complete: it says from which export.
const markFile = (cluster: string): string => join(importFolder(cluster), 'complete');

async function readMark(cluster: string): Promise<string | null> {
  return (await unlessMissing(readFile(markFile(cluster), 'utf8'))) ?? null;
}
