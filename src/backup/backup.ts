/** `carrel backup`: the database at one moment and every content that it names, while the service keeps running. */
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { recordBackup } from '../core/system/last-backup.ts';
import type { Deps } from '../platform/deps.ts';
import { unlessMissing } from '../platform/blobs/disk/disk.ts';
import type { HashPool } from '../platform/blobs/sums/hash.ts';
import { withBackupLock, withSchemaLock } from '../platform/db/locks.ts';
import { type Copied, copyContents } from './contents.ts';
import { dumpDatabase } from './dump-database.ts';
import { readContents } from './dump-file.ts';
import { backUpHeads } from './heads.ts';
import { writeManifest } from './manifest.ts';
import { prune } from './prune.ts';
import { type Repository, beginSnapshot, finishSnapshot, withRepository } from './repository.ts';

export const SECRET_KEY_FILE = 'secret.key';

export type BackupOptions = {
  folder: string;
  databaseUrl: string;
  hashes: HashPool;
  /** How many snapshots to keep; undefined: all. */
  keep: number | undefined;
  signal: AbortSignal;
};

type Instance = { id: string; keyCheck: string | null };

export type BackedUp = Copied & { Snapshot: string; Contents: number; Bytes: number; Removed: string[] };

/**
 * Adds a snapshot to the folder and reuses contents copied by an interrupted backup. Counts and skips contents that are
 * missing or damaged in the store, so that they do not prevent a backup of the rest.
 */
export async function backUp(deps: Deps, options: BackupOptions): Promise<BackedUp> {
  const [instance] = await deps.sql<Instance[]>`
    select instance_id as id, to_jsonb(i) ->> 'secret_key_check' as "keyCheck" from instance i`;
  if (instance === undefined) throw new Error('The database has no instance id; it was not created by carrel migrate.');
  // Otherwise a wrong BLOB_URL would look like the loss of all contents.
  await deps.blobs.claim(instance.id);
  return withRepository(options.folder, { instanceId: instance.id, hashes: options.hashes }, async (repository) => {
    const made = await withBackupLock(deps.sql, () => addSnapshot(deps, repository, instance, options));
    const { Snapshot, Damaged } = made;
    await recordBackup(deps.config.dataDir, {
      CreatedAt: deps.clock().toISOString(),
      Snapshot,
      Folder: resolve(options.folder),
      Damaged,
    });
    const Removed = options.keep === undefined ? [] : await prune(repository, options.keep);
    return { ...made, Removed };
  });
}

async function addSnapshot(
  { sql, blobs, clock, config }: Deps,
  { folder, contents }: Repository,
  { id: InstanceId, keyCheck: SecretKeyCheck }: Instance,
  { databaseUrl, signal }: BackupOptions,
): Promise<Omit<BackedUp, 'Removed'>> {
  const CreatedAt = clock().toISOString();
  const snapshot = await beginSnapshot(folder);
  await backUpHeads(config.dataDir, snapshot);
  const dumped = await withSchemaLock(sql, () => dumpDatabase(databaseUrl, snapshot, signal));
  const { Contents } = dumped.Database;
  const copied = await copyContents(readContents(snapshot, Contents), blobs, contents, signal);
  await unlessMissing(copyFile(join(config.dataDir, SECRET_KEY_FILE), join(snapshot, SECRET_KEY_FILE)));
  await writeManifest(snapshot, { Format: 1, CreatedAt, InstanceId, SecretKeyCheck, ...dumped });
  const Snapshot = await finishSnapshot(folder, CreatedAt);
  return { Snapshot, Contents: Contents.Rows, Bytes: dumped.ContentBytes, ...copied };
}
