import { chown, lchown, lstat, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { reasonIn, runAs } from './command.ts';
import type { Account } from './command.ts';
import { assertNoneKept } from './kept-clusters.ts';

/** Name of the database, and of the superuser that owns it. */
export const databaseName = 'carrel';

type Preparation = { cluster: string; binaries: Binaries; account: Account; durable: boolean };

/**
 * Ensures that the cluster exists, matches the binaries and belongs to the account. Throws a one-line error if it has
 * another major version or owner, or is not a cluster.
 */
export async function prepareCluster(preparation: Preparation): Promise<'created' | 'existing'> {
  const { cluster, binaries, account } = preparation;
  await removeUnfinished(cluster);
  const entries = await readdir(cluster).catch((error: NodeJS.ErrnoException) =>
    refuseUnless('ENOENT', cluster, error),
  );
  if (entries.length === 0) {
    await assertNoneKept(cluster);
    await createCluster(preparation);
    return 'created';
  }
  const found = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  if (found === null) throw new Error(`${cluster} is not empty and not a PostgreSQL cluster`);
  if (Number(found) !== binaries.major) {
    throw new Error(
      `${cluster} is of PostgreSQL ${found.trim()}, this Carrel has ${binaries.major}: run carrel upgrade, which says how to go on`,
    );
  }
  await giveTo(cluster, account);
  return 'existing';
}

/**
 * Built under a temporary name and renamed last: a folder with the cluster's name is complete and synced, whatever is
 * killed at any time.
 */
async function createCluster({ cluster, binaries, account, durable }: Preparation): Promise<void> {
  const folder = `${cluster}.init-${process.pid}`;
  const run = async (file: string, args: string[], input?: string) => {
    const { ok, output } = await runAs(account, file, args, { cwd: dirname(cluster), ...(input && { input }) });
    if (!ok) throw new Error(`The database could not be created in ${cluster}: ${reasonIn(output)}`);
  };
  await mkdir(folder, { mode: 0o700 });
  await chown(folder, account.uid, account.gid);
  await run(binaries.initdb, ['-D', folder, '-U', databaseName, ...initFlags]);
  const single = ['--single', '-F', '-c', 'exit_on_error=on', '-D', folder, 'postgres'];
  await run(binaries.postgres, single, `create database ${databaseName}\n`);
  if (durable) await run(binaries.initdb, ['--sync-only', '-D', folder]);
  await rename(folder, cluster);
  if (durable) await syncFolder(dirname(cluster));
}

/**
 * The builtin locale sorts the same on every machine and release. Access is controlled by the socket's folder, so there
 * are no passwords. Syncing happens once, at the end.
 */
const initFlags = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth-local=trust',
  '--auth-host=reject',
  '--no-sync',
  '--no-instructions',
];

async function removeUnfinished(cluster: string): Promise<void> {
  const unfinished = (await readdir(dirname(cluster))).filter((name) => name.startsWith(`${basename(cluster)}.init-`));
  // An initdb that outlived its supervisor may still write there; it fails once its files are gone.
  const persistence = { maxRetries: 20, retryDelay: 20 };
  for (const name of unfinished) {
    await rm(join(dirname(cluster), name), { recursive: true, force: true, ...persistence });
  }
}

/** Changes the owner if another account used the files last; the top folder last, as it marks completion. */
async function giveTo(cluster: string, { uid, gid }: Account): Promise<void> {
  if ((await lstat(cluster)).uid === uid) return;
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  }
  await chown(cluster, uid, gid);
}

function refuseUnless(expected: string, cluster: string, error: NodeJS.ErrnoException): string[] {
  if (error.code === expected) return [];
  throw new Error(`${cluster} cannot be read by uid ${process.getuid?.()} (${error.code})`, { cause: error });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
