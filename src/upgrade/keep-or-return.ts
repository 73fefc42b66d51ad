/** `carrel upgrade --rollback` and `--confirm`: back to what was kept from before an upgrade, or without it. */
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listSnapshots } from '../backup/repository.ts';
import { syncFolder } from '../platform/blobs/disk/disk.ts';
import { locateCluster } from '../platform/postgres/account.ts';
import { packagedMajor } from '../platform/postgres/binaries.ts';
import { keptFolder, listKeptClusters, majorOf } from '../platform/postgres/kept-clusters.ts';
import { clearLeftovers } from '../platform/postgres/leftovers.ts';
import { version } from '../platform/version.ts';
import { removeExport } from './export-cluster.ts';
import { settleClusters } from './import-cluster.ts';
import { snapshotsFolder } from './contracting.ts';

/**
 * Puts the kept cluster of this release's PostgreSQL back in place and keeps the other. If it is killed, it can be repeated.
 * The caller holds the lock.
 */
export async function rollBackCluster(dataDir: string): Promise<{ From: number; To: number }> {
  const cluster = await locateCluster(dataDir);
  const To = (await packagedMajor()) ?? 0;
  await settleClusters(cluster, To);
  const From = await majorOf(cluster);
  const all = await listKeptClusters(cluster);
  // Killed after its first rename: the kept cluster is in place now, and the newer one is kept.
  const newer = all.find(({ major }) => major > To);
  if (From === To && newer !== undefined) return { From: newer.major, To };
  const kept = all.find(({ major }) => major === To);
  if (From === To || From === null || kept === undefined) {
    throw new Error(
      `There is no kept cluster of PostgreSQL ${To} to go back to; run this command with the release that made it (this is Carrel ${version}).`,
    );
  }
  // The server of a killed service may still run.
  await clearLeftovers(cluster, () => {});
  await rm(keptFolder(cluster, From), { recursive: true, force: true });
  await rename(cluster, keptFolder(cluster, From));
  await rename(kept.folder, cluster);
  await syncFolder(dirname(cluster));
  return { From, To };
}

/** Removes what is kept from before upgrades; returns the names of what it removed. */
export async function confirmUpgrade(dataDir: string, { isEmbedded }: { isEmbedded: boolean }): Promise<string[]> {
  const cluster = await locateCluster(dataDir);
  if (isEmbedded && (await majorOf(cluster)) !== (await packagedMajor())) {
    throw new Error('The data is not in the PostgreSQL of this version: start this version first, then confirm.');
  }
  const kept = isEmbedded ? (await listKeptClusters(cluster)).map(({ folder }) => folder) : [];
  for (const folder of kept) await rm(folder, { recursive: true, force: true });
  await removeExport(dataDir);
  return [...kept, ...(await removeSnapshots(dataDir))];
}

async function removeSnapshots(dataDir: string): Promise<string[]> {
  const folder = snapshotsFolder(dataDir);
  const names = await listSnapshots(folder);
  await rm(folder, { recursive: true, force: true });
  return names.map((name) => join(folder, 'snapshots', name));
}
