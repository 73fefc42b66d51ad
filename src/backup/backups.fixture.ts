/** Backups and restores of test instances, in folders removed after the test. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { secretKeyFile } from '../platform/crypto/secret-key.ts';
import { createHashPool } from '../platform/blobs/sums/hash.ts';
import { type TestApp, startApp } from '../../test/harness.ts';
import { backUp } from './backup.ts';
import { openSnapshot, prepareDatabase, restore, restoreSecretKey } from './restore.ts';

const hashes = createHashPool(1);
const never = new AbortController().signal;

export async function backupFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-backup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'backups');
}

/** An empty instance without a secret key. The harness clones its database, so all instances have the same id. */
export async function freshInstance(): Promise<TestApp> {
  const app = await startApp({}, { own: 'backs up and restores a whole instance' });
  await rm(secretKeyFile(app.dataDir));
  await app.sql`update instance set instance_id = gen_random_uuid()`;
  return app;
}

/** Like `carrel backup`. Moves the clock, so that each snapshot has its own time. */
export async function backUpApp(app: TestApp, folder: string, options: { keep?: number; signal?: AbortSignal } = {}) {
  app.clock.advance(1000);
  const { keep, signal = never } = options;
  return backUp(app.deps, { folder, databaseUrl: app.databaseUrl, hashes, keep, signal });
}

/** Like `carrel restore`. */
export async function restoreApp(
  app: TestApp,
  folder: string,
  options: { snapshot?: string; skipDamaged?: boolean; keepStore?: boolean; signal?: AbortSignal } = {},
) {
  const { skipDamaged = false, keepStore = false, signal = never } = options;
  const snapshot = await openSnapshot(folder, options.snapshot);
  await prepareDatabase(app.databaseUrl, snapshot.manifest);
  await restoreSecretKey(snapshot, app.dataDir);
  return restore(app.deps, snapshot, { databaseUrl: app.databaseUrl, hashes, skipDamaged, keepStore, signal });
}
