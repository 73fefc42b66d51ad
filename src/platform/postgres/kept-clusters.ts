/**
 * Clusters beside the current one: `<cluster>.pg-17` is kept from before an upgrade of PostgreSQL or after going back, and
 * `<cluster>.import` is being filled (decision 0118).
 */
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { locateCluster } from './account.ts';
import { packagedMajor } from './binaries.ts';

export type KeptCluster = { folder: string; major: number };

/** The data folder of a cluster that is being filled; its cluster is the folder `postgres` in it. */
export const importFolder = (cluster: string): string => `${cluster}.import`;

export const keptFolder = (cluster: string, major: number): string => `${cluster}.pg-${major}`;

/** The clusters that are kept beside the current one. */
export async function listKeptClusters(cluster: string): Promise<KeptCluster[]> {
  const prefix = `${basename(cluster)}.pg-`;
  const names = await readdir(dirname(cluster)).catch(() => []);
  return names
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => ({ folder: join(dirname(cluster), name), major: Number(name.slice(prefix.length)) }));
}

/** The major version of a cluster; null if there is no cluster. */
export async function majorOf(cluster: string): Promise<number | null> {
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  return text === null ? null : Number(text);
}

/** Whether the embedded cluster is of this version's PostgreSQL, or there is none yet, and nothing is half done. */
export async function isSettled(dataDir: string): Promise<boolean> {
  const cluster = await locateCluster(dataDir);
  const [found, program] = await Promise.all([majorOf(cluster), packagedMajor()]);
  if (existsSync(importFolder(cluster))) return false;
  return found === null ? (await listKeptClusters(cluster)).length === 0 : found === program || program === null;
}

/** Throws a one-line error if a cluster is kept: a process was killed while clusters changed places. */
export async function assertNoneKept(cluster: string): Promise<void> {
  const [kept] = await listKeptClusters(cluster);
  if (kept !== undefined) throw new Error(`There is no ${cluster}, but ${kept.folder}: run carrel upgrade`);
}
