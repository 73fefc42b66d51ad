import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type DirLock = { release(): Promise<void> };

/** Open locks are referenced here, so that the garbage collector cannot close, and thereby release, one still held. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only one that supervises `dataDir`, until `release()` or its death.
 *
 * The lock is an exclusive SQLite transaction on the empty file `carrel.lock`. Node offers no file locks of its own, and
 * those that SQLite takes belong to the kernel: they end with the process however it ends, so none is ever stale, pids
 * mean nothing, two starters cannot both win, and containers that share a volume exclude each other.
 * `carrel.pid` beside it only tells people who holds the lock.
 *
 * Throws an error of one line that names the holder when another process, or this one, has the lock already.
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
      lock.close(); // The file stays: removing a lock file lets the next two starters lock different files.
    },
  };
}

/** Makes `dataDir` where it is missing. Throws an error of one line when this process cannot write to it. */
export async function makeDataDir(dataDir: string): Promise<void> {
  // Root's PostgreSQL runs as another user, who must be able to pass through; nobody else may even list the folder.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    await mkdir(dataDir, { recursive: true, mode });
    // Tried, because access(2) does not count the privileges that a command of root's has kept.
    await rmdir(await mkdtemp(join(dataDir, '.probe-')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`DATA_DIR ${dataDir} cannot be written by uid ${process.getuid?.()} (${code})`, { cause: error });
  }
}

async function openLock(dataDir: string): Promise<DatabaseSync> {
  const file = join(dataDir, 'carrel.lock');
  // Private, or any local user could lock it. Never opened and closed when it exists: that would drop our own lock.
  await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // Two simultaneous starters see each other's first, shared step as busy; within the timeout one steps back.
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
