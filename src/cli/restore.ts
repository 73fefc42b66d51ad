import { openSnapshot, prepareDatabase, restore, restoreSecretKey } from '../backup/restore.ts';
import type { Config } from '../platform/config/config.ts';
import { createHashPool } from '../platform/blobs/sums/hash.ts';
import { withDeps } from './database.ts';
import { interruption } from './interrupt.ts';
import { print, readableSize } from './output.ts';

type Options = { snapshot?: string; skipDamaged: boolean; keepStore: boolean; json?: boolean };

/** Restores a snapshot into the empty instance that DATA_DIR, DATABASE_URL and BLOB_URL name. */
export async function restoreCommand(folder: string, options: Options): Promise<void> {
  const { skipDamaged, keepStore } = options;
  const signal = interruption('run it again to continue');
  const hashes = createHashPool();
  const snapshot = await openSnapshot(folder, options.snapshot);
  const prepare = async (databaseUrl: string, { dataDir }: Config) => {
    await prepareDatabase(databaseUrl, snapshot.manifest);
    await restoreSecretKey(snapshot, dataDir);
  };
  const restored = await withDeps(
    (deps, databaseUrl) => restore(deps, snapshot, { databaseUrl, hashes, skipDamaged, keepStore, signal }),
    { mayCreate: true, prepare },
  );
  await hashes.close();
  print(options, restored, [
    `restored snapshot ${restored.Snapshot}`,
    `${restored.Contents} contents, ${readableSize(restored.Bytes)}`,
    `copied ${restored.CopiedContents}, ${readableSize(restored.CopiedBytes)}; the rest already existed`,
    ...(restored.Damaged === 0 ? [] : [`skipped ${restored.Damaged}; carrel verify-blobs names their documents`]),
    `accepted the activity log of ${restored.AcceptedLogs} deployments as of the backup`,
    ...restored.Problems.map((problem) => `not accepted: ${problem}`),
  ]);
}
