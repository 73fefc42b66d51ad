import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getSystemErrorMessage } from 'node:util';

export type DirLock = { release(): Promise<void> };

/** References open locks, so that the garbage collector cannot close, and thereby release, one that is held. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only supervisor of `dataDir` until `release()` or its exit.
 *
 * The lock is an exclusive SQLite transaction on the empty file `carrel.lock`. Node has no file locks, and SQLite's
 * locks belong to the kernel: they end with the process, so they are never stale, do not depend on pids, and exclude
 * containers that share a volume. `carrel.pid` beside it only shows operators which process holds the lock.
 *
 * Throws a one-line error that names the holder if this or another process has the lock.
 */
export async function acquireDirLock(dataDir: string, { purpose }: { purpose: string }): Promise<DirLock> {
  await makeDataDir(dataDir);
  const holderFile = join(dataDir, 'carrel.pid');
  const lock = await openLock(dataDir);
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw new Error(`Cannot lock ${dataDir}: ${(error as Error).message}`, { cause: error });
    throw new Error(`${dataDir} is in use by ${await readHolder(holderFile)}`, { cause: error });
  }
  held.add(lock);
  await writeFile(holderFile, `${process.pid} ${purpose}\n`);
  return {
    async release() {
      if (!held.delete(lock)) return;
      await rm(holderFile, { force: true });
      lock.close(); // The file stays: removing a lock file would let the next two processes lock different files.
    },
  };
}

/** Creates `dataDir` if it does not exist. Throws a one-line error if this process cannot write to it. */
export async function makeDataDir(dataDir: string): Promise<void> {
  // Root runs PostgreSQL as another user, who must be able to traverse the folder; nobody else may list it.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    await mkdir(dataDir, { recursive: true, mode });
    // Tested by writing, because access(2) ignores the privileges that a root command has kept.
    await rmdir(await mkdtemp(join(dataDir, '.probe-')));
  } catch (error) {
    throw new Error(
      `DATA_DIR ${dataDir} cannot be written by uid ${process.getuid?.()} (${await reasonOf(error, dataDir)})`,
      {
        cause: error,
      },
    );
  }
}

async function reasonOf(error: unknown, dataDir: string): Promise<string> {
  let reason = error;
  try {
    // On a read-only file system, a recursive mkdir fails with ENOENT.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') await mkdir(dataDir);
  } catch (other) {
    reason = other;
  }
  const { code, errno } = reason as NodeJS.ErrnoException;
  return errno === undefined ? String(code) : `${code}: ${getSystemErrorMessage(errno)}`;
}

async function openLock(dataDir: string): Promise<DatabaseSync> {
  const file = join(dataDir, 'carrel.lock');
  // Private, or any local user could lock it. An existing file is never opened and closed: that would release our own
  // lock.
  await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // Two processes that start at once see each other's first, shared step as busy; one of them gives way within the
  // timeout.
  return new DatabaseSync(file, { timeout: 500 });
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return (error as { errcode?: number }).errcode === SQLITE_BUSY;
}

async function readHolder(holderFile: string): Promise<string> {
  const text = await readFile(holderFile, 'utf8').catch(() => '');
  const [, pid, purpose] = /^(\d+) (.*)/.exec(text) ?? [];
  return pid ? `process ${pid} (${purpose})` : 'another process';
}
