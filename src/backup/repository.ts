/**
 * A backup folder: `snapshots/<time>/` for each backup of the database, and `blobs/<key>` for the contents of all
 * snapshots, each stored once.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { hasCode, syncFolder, unlessMissing } from '../platform/blobs/disk/disk.ts';
import { openFileStore } from '../platform/blobs/disk/files.ts';
import type { HashPool } from '../platform/blobs/sums/hash.ts';
import { type BlobStore, ForeignStoreError, StoreFullError } from '../platform/blobs/store.ts';
import { systemClock } from '../platform/clock.ts';
import { acquireDirLock } from '../platform/process/dir-lock.ts';

/** The name of an unfinished snapshot, which no reader looks for. */
const UNFINISHED = '.unfinished';

export type Repository = { folder: string; contents: BlobStore };

/**
 * Runs `work` as the only writer of the folder, which is created if necessary. Rejects with a one-line error if it is
 * in use, belongs to another instance, or is full.
 */
export async function withRepository<T>(
  path: string,
  { instanceId, hashes }: { instanceId: string; hashes: HashPool },
  work: (repository: Repository) => Promise<T>,
): Promise<T> {
  const folder = resolve(path);
  // A backup grants access to every document.
  await mkdir(join(folder, 'snapshots'), { recursive: true, mode: 0o700 });
  const lock = await acquireDirLock(folder, { purpose: 'carrel backup' });
  const contents = await openFileStore({ root: join(folder, 'blobs'), clock: systemClock, hashes });
  try {
    await contents.claim(instanceId);
    await contents.removeLeftovers(systemClock());
    return await work({ folder, contents });
  } catch (error) {
    throw explained(error, folder);
  } finally {
    await contents.close();
    await lock.release();
  }
}

/** Starts a snapshot in an empty folder and removes leftovers of an interrupted one. Returns its path. */
export async function beginSnapshot(folder: string): Promise<string> {
  const unfinished = join(folder, 'snapshots', UNFINISHED);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(unfinished, 'database'), { recursive: true, mode: 0o700 });
  return unfinished;
}

/** Renames the snapshot to the time of the backup, which completes it. */
export async function finishSnapshot(folder: string, createdAt: string): Promise<string> {
  const name = createdAt.replaceAll(':', '-');
  const snapshots = join(folder, 'snapshots');
  await syncFolder(join(snapshots, UNFINISHED, 'database'));
  await syncFolder(join(snapshots, UNFINISHED));
  await rename(join(snapshots, UNFINISHED), join(snapshots, name));
  await syncFolder(snapshots);
  return name;
}

/** Names of the snapshots, oldest first. */
export async function listSnapshots(folder: string): Promise<string[]> {
  const names = (await unlessMissing(readdir(join(folder, 'snapshots')))) ?? [];
  return names.filter((name) => /^\d{4}-/.test(name)).sort();
}

/** Removes a snapshot. A partially removed snapshot does not count as one. */
export async function removeSnapshot(folder: string, name: string): Promise<void> {
  const path = join(folder, 'snapshots', name);
  await rename(path, join(folder, 'snapshots', UNFINISHED));
  await rm(join(folder, 'snapshots', UNFINISHED), { recursive: true });
}

function explained(error: unknown, folder: string): unknown {
  if (error instanceof ForeignStoreError) return new Error(`${folder} contains the backups of another instance.`);
  if (error instanceof StoreFullError || hasCode(error, 'ENOSPC', 'EDQUOT')) {
    return new Error(`There is no space left in ${folder}; the next attempt reuses what was copied so far.`);
  }
  return error;
}
