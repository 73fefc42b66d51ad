/**
 * `carrel restore`: restores a snapshot into an empty instance. Contents come first, so that the database never names
 * missing ones.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { unlessMissing } from '../platform/blobs/disk/disk.ts';
import { openFileStore } from '../platform/blobs/disk/files.ts';
import type { HashPool } from '../platform/blobs/sums/hash.ts';
import type { BlobStore } from '../platform/blobs/store.ts';
import { systemClock } from '../platform/clock.ts';
import { type Sql, connect } from '../platform/db/connection.ts';
import { migrate } from '../platform/db/migrate.ts';
import { migrationNames } from '../platform/db/migrations/files.ts';
import type { Deps } from '../platform/deps.ts';
import { SECRET_KEY_FILE } from './snapshot.ts';
import { type Copied, copyContents } from './contents.ts';
import { assertSame, readContents } from './dump-file.ts';
import { type AcceptedLogs, acceptRestoredLogs, restoreHeads } from './heads.ts';
import { assertEmpty, loadDatabase } from './load-database.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { listSnapshots } from './repository.ts';

/** A verified snapshot. */
export type Snapshot = { folder: string; name: string; path: string; manifest: Manifest };

export type RestoreOptions = {
  databaseUrl: string;
  hashes: HashPool;
  /** Continue without contents that are missing or damaged in the backup. */
  skipDamaged: boolean;
  /** The content store survived its database: keep its contents. */
  keepStore: boolean;
  signal: AbortSignal;
};

export type Restored = Copied & AcceptedLogs & { Snapshot: string; Contents: number; Bytes: number };

/** Finds a snapshot, the newest unless named, and verifies its files. Throws a one-line error. */
export async function openSnapshot(folder: string, wanted: string | undefined): Promise<Snapshot> {
  const names = await listSnapshots(resolve(folder));
  const name = wanted ?? names.at(-1);
  if (name === undefined) throw new Error(`There is no backup in ${folder}.`);
  if (!names.includes(name))
    throw new Error(`There is no snapshot ${name} in ${folder}; there are ${names.join(', ')}.`);
  const path = join(resolve(folder), 'snapshots', name);
  const manifest = await readManifest(path);
  await assertKnownSchema(manifest);
  const { Tables, Jobs, Contents } = manifest.Database;
  for (const file of [...Tables.map(({ Dump }) => Dump), Jobs, Contents]) await assertSame(path, file);
  return { folder: resolve(folder), name, path, manifest };
}

/** Migrates an empty database to the schema of the snapshot. Throws a one-line error if that is impossible. */
export async function prepareDatabase(databaseUrl: string, { Migrations }: Manifest): Promise<void> {
  const sql = connect(databaseUrl, 1);
  try {
    // Before anything is changed, including the schema and the secret key.
    const [made] = await sql`select from pg_class where oid = to_regclass('public.deployments')`;
    if (made !== undefined) await assertEmpty(sql);
  } finally {
    await sql.end();
  }
  await migrate(databaseUrl, Migrations.at(-1));
}

/**
 * Writes the snapshot's secret key before anything creates another one. Throws a one-line error if a different key
 * exists.
 */
export async function restoreSecretKey({ path: snapshot }: Snapshot, dataDir: string): Promise<void> {
  const secret = await unlessMissing(readFile(join(snapshot, SECRET_KEY_FILE)));
  if (secret === undefined) return;
  const path = join(dataDir, SECRET_KEY_FILE);
  const present = await unlessMissing(readFile(path));
  if (present === undefined) {
    await mkdir(dataDir, { recursive: true });
    await writeFile(path, secret, { flag: 'wx', mode: 0o600, flush: true });
  } else if (!present.equals(secret)) throw new Error(`${path} differs from the key in the backup. Remove it first.`);
}

/** Restores the snapshot. After an interruption it can be run again. */
export async function restore(deps: Deps, snapshot: Snapshot, options: RestoreOptions): Promise<Restored> {
  const { sql, blobs } = deps;
  const { manifest, path } = snapshot;
  await assertEmpty(sql);
  await assertSchemaOf(sql, manifest);
  await takeIdentity(sql, blobs, manifest, options);
  const copied = await restoreContents(snapshot, blobs, options);
  await loadDatabase(sql, path, manifest.Database, options);
  await migrate(options.databaseUrl);
  const hasItsHeads = await restoreHeads(path, deps.config.dataDir);
  const accepted = await acceptRestoredLogs(deps, { snapshot: snapshot.name, hasItsHeads });
  return {
    Snapshot: snapshot.name,
    Contents: manifest.Database.Contents.Rows,
    Bytes: manifest.ContentBytes,
    ...copied,
    ...accepted,
  };
}

async function assertKnownSchema({ Migrations }: Manifest): Promise<void> {
  const ours = await migrationNames();
  const unknown = Migrations.find((name, index) => ours[index] !== name);
  if (unknown === undefined) return;
  throw new Error(`The backup was made by a newer version of Carrel (${unknown}); restore it with that version.`);
}

async function assertSchemaOf(sql: Sql, { Migrations }: Manifest): Promise<void> {
  const rows = await sql<{ name: string }[]>`select name from migrations order by name`;
  if (rows.length === Migrations.length) return;
  throw new Error(
    `The backup has the older schema ${Migrations.at(-1)}: restore it into a database without tables or a new DATA_DIR; it is migrated then.`,
  );
}

/**
 * The restored instance takes over the id of the original, and its store the marker of that id. A store with contents
 * may belong to an instance that still runs, so it is used only with the operator's consent.
 */
async function takeIdentity(
  sql: Sql,
  blobs: BlobStore,
  { InstanceId: id, SecretKeyCheck }: Manifest,
  { keepStore }: RestoreOptions,
): Promise<void> {
  const [ours] = await sql`select from instance where instance_id = ${id}`;
  const isBegun = ours !== undefined;
  if (!isBegun && !keepStore && !(await isEmpty(blobs))) {
    throw new Error(
      'The content store is not empty. Restore into an empty one, or, if it belongs to the lost instance, use --keep-store.',
    );
  }
  await blobs.claim(id);
  await sql`update instance set instance_id = ${id}`;
  // Older schemas have no key.
  if (SecretKeyCheck !== null) await sql`update instance set secret_key_check = ${SecretKeyCheck}::text::bytea`;
}

async function isEmpty(blobs: BlobStore): Promise<boolean> {
  for await (const _ of blobs.list('')) return false;
  return true;
}

async function restoreContents(
  { folder, path, manifest }: Snapshot,
  blobs: BlobStore,
  { hashes, signal, skipDamaged }: RestoreOptions,
): Promise<Copied> {
  const source = await openFileStore({ root: join(folder, 'blobs'), clock: systemClock, hashes });
  try {
    const copied = await copyContents(readContents(path, manifest.Database.Contents), source, blobs, signal);
    if (copied.Damaged === 0 || skipDamaged) return copied;
    throw new Error(
      `${copied.Damaged} contents are missing or damaged in the backup; all others are copied. Repair the backup and run it again, or use --skip-damaged to restore without them.`,
    );
  } finally {
    await source.close();
  }
}
