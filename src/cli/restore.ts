import { type Snapshot, openSnapshot, prepareDatabase, restore, restoreSecretKey } from '../backup/restore.ts';
import type { Config } from '../platform/config/config.ts';
import { createHashPool } from '../platform/blobs/sums/hash.ts';
import { findSecretKey } from '../platform/crypto/secret-key.ts';
import { fingerprintOf } from '../serve/secret-key-check.ts';
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
  const prepare = async (databaseUrl: string, config: Config) => {
    await assertSecretKeyOf(snapshot, config);
    await prepareDatabase(databaseUrl, snapshot.manifest);
    await restoreSecretKey(snapshot, config.dataDir);
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

// Before anything is restored: without the key of the instance it would not start.
async function assertSecretKeyOf({ path, manifest }: Snapshot, config: Config): Promise<void> {
  const check = manifest.SecretKeyCheck;
  if (check === null) return;
  const key =
    (config.secretKey === null ? await findSecretKey({ secretKey: null, dataDir: path }) : undefined) ??
    (await findSecretKey(config));
  // PostgreSQL's output: \x and hexadecimal digits.
  if (key !== undefined && fingerprintOf(key).equals(Buffer.from(check.slice(2), 'hex'))) return;
  throw new Error(
    `${key === undefined ? 'The snapshot has no secret key' : 'The secret key differs from that of the instance in the snapshot'}: set SECRET_KEY or SECRET_KEY_FILE, or restore DATA_DIR/secret.key.`,
  );
}
