/** `carrel backup`: the database at one moment and every content that it names, while the service keeps running. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { recordBackup } from '../core/system/last-backup.ts';
import type { Deps } from '../platform/deps.ts';
import { type Config, dataFolders } from '../platform/config/config.ts';
import type { HashPool } from '../platform/blobs/sums/hash.ts';
import { withBackupLock } from '../platform/db/locks.ts';
import { type Copied, copyContents } from './contents.ts';
import { prune } from './prune.ts';
import { listSnapshots, withRepository } from './repository.ts';
import { addSnapshot, readInstance } from './snapshot.ts';

export type BackupOptions = {
  folder: string;
  databaseUrl: string;
  hashes: HashPool;
  /** How many snapshots to keep; undefined: all. */
  keep: number | undefined;
  signal: AbortSignal;
};

/** `Later`: other snapshots of the folder from a later time. */
export type BackedUp = Copied & {
  Snapshot: string;
  Contents: number;
  Bytes: number;
  Removed: string[];
  Later: string[];
};

/**
 * Adds a snapshot to the folder and reuses contents copied by an interrupted backup. Counts and skips contents that are
 * missing or damaged in the store, so that they do not prevent a backup of the rest.
 */
export async function backUp(deps: Deps, options: BackupOptions): Promise<BackedUp> {
  const { sql, blobs, clock, config } = deps;
  const { folder, databaseUrl, hashes, signal } = options;
  await refuseDataFolders(config, folder);
  const instance = await readInstance(sql);
  // Otherwise a wrong BLOB_URL would look like the loss of all contents.
  await blobs.claim(instance.id);
  return withRepository(folder, { instanceId: instance.id, hashes }, async (repository) => {
    const source = { sql, databaseUrl, dataDir: config.dataDir, instance, now: clock(), signal };
    const made = await withBackupLock(sql, async () => {
      let copied: Copied = { CopiedContents: 0, CopiedBytes: 0, Damaged: 0 };
      const { Snapshot, manifest } = await addSnapshot(source, repository.folder, async (contents) => {
        copied = await copyContents(contents, blobs, repository.contents, signal);
      });
      return { Snapshot, Contents: manifest.Database.Contents.Rows, Bytes: manifest.ContentBytes, ...copied };
    });
    const { Snapshot, Damaged } = made;
    await recordBackup(config.dataDir, {
      CreatedAt: clock().toISOString(),
      Snapshot,
      Folder: resolve(folder),
      Damaged,
    });
    // An incomplete one must not push out the complete ones.
    const Removed = options.keep === undefined || Damaged > 0 ? [] : await prune(repository, options.keep, Snapshot);
    const Later = (await listSnapshots(repository.folder)).filter((name) => name > Snapshot);
    return { ...made, Removed, Later };
  });
}

async function refuseDataFolders(config: Config, folder: string): Promise<void> {
  const target = await realPathOf(resolve(folder));
  for (const data of dataFolders(config)) {
    const around = await realPathOf(data);
    if (target !== around && !target.startsWith(`${around}${sep}`)) continue;
    throw new Error(`${folder} is inside the data folder ${data}, and would be lost with it. Name a folder elsewhere.`);
  }
}

// Of a folder that does not exist yet, that of the nearest one around it.
async function realPathOf(folder: string): Promise<string> {
  const found = await realpath(folder).catch(() => null);
  return found ?? join(await realPathOf(dirname(folder)), basename(folder));
}
