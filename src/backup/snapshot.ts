/** One snapshot: the database at one moment, the seals and the secret key. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../platform/blobs/disk/disk.ts';
import type { Content } from '../platform/blobs/disk/inspect.ts';
import { createHashPool } from '../platform/blobs/sums/hash.ts';
import { systemClock } from '../platform/clock.ts';
import { type Sql, connect } from '../platform/db/connection.ts';
import { withSchemaLock } from '../platform/db/locks.ts';
import { LEFT_OUT, LEFT_OUT_BESIDE_CONTENTS, dumpDatabase } from './dump-database.ts';
import { readContents } from './dump-file.ts';
import { backUpHeads } from './heads.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { beginSnapshot, finishSnapshot, withRepository } from './repository.ts';

export const SECRET_KEY_FILE = 'secret.key';

export type Instance = { id: string; keyCheck: string | null };

export type SnapshotSource = {
  sql: Sql;
  databaseUrl: string;
  dataDir: string;
  instance: Instance;
  now: Date;
  signal: AbortSignal;
  /** Tables that are not copied. */
  leftOut?: string[];
};

export async function readInstance(sql: Sql): Promise<Instance> {
  const [instance] = await sql<Instance[]>`
    select instance_id as id, to_jsonb(i) ->> 'secret_key_check' as "keyCheck" from instance i`;
  if (instance === undefined) throw new Error('The database has no instance id; it was not created by carrel migrate.');
  return instance;
}

/** Adds a snapshot to a backup folder. `copyContents` receives the contents that the database names. */
export async function addSnapshot(
  { sql, databaseUrl, dataDir, instance, now, signal, leftOut = LEFT_OUT }: SnapshotSource,
  folder: string,
  copyContents: (contents: AsyncIterable<Content>) => Promise<void>,
): Promise<{ Snapshot: string; manifest: Manifest }> {
  const CreatedAt = now.toISOString();
  const snapshot = await beginSnapshot(folder);
  await backUpHeads(dataDir, snapshot);
  const dumped = await withSchemaLock(sql, () => dumpDatabase(databaseUrl, snapshot, { signal, leftOut }));
  await copyContents(readContents(snapshot, dumped.Database.Contents));
  await unlessMissing(copyFile(join(dataDir, SECRET_KEY_FILE), join(snapshot, SECRET_KEY_FILE)));
  const { id: InstanceId, keyCheck: SecretKeyCheck } = instance;
  const manifest = { Format: 1 as const, CreatedAt, InstanceId, SecretKeyCheck, ...dumped };
  await writeManifest(snapshot, manifest);
  return { Snapshot: await finishSnapshot(folder, CreatedAt), manifest };
}

/**
 * Adds a snapshot without contents, for an upgrade: the content store stays. `isComplete`: also tables that a backup leaves out
 * because they name bytes that it does not have. Resolves to the name of the snapshot.
 */
export async function snapshotDatabase(
  databaseUrl: string,
  {
    dataDir,
    folder,
    signal,
    isComplete,
  }: { dataDir: string; folder: string; signal: AbortSignal; isComplete: boolean },
): Promise<string> {
  const sql = connect(databaseUrl, 2);
  const hashes = createHashPool(1);
  try {
    const instance = await readInstance(sql);
    const leftOut = isComplete ? LEFT_OUT_BESIDE_CONTENTS : LEFT_OUT;
    const source = { sql, databaseUrl, dataDir, instance, now: systemClock(), signal, leftOut };
    return await withRepository(folder, { instanceId: instance.id, hashes }, async (repository) => {
      const { Snapshot } = await addSnapshot(source, repository.folder, async () => {});
      return Snapshot;
    });
  } finally {
    await hashes.close();
    await sql.end();
  }
}
