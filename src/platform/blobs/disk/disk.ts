/** Disk operations that must survive a crash, and the errors they raise. */
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreFullError, StoreUnavailableError } from '../store.ts';

/** Awaits a file system call and converts its failure to StoreFullError or StoreUnavailableError. */
export async function awaitDisk<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw hasCode(error, 'ENOSPC', 'EDQUOT') ? new StoreFullError(error) : new StoreUnavailableError(error);
  }
}

/** Awaits a file system call; undefined if the file or folder does not exist. */
export async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/**
 * Creates a folder unless it exists. Syncs its entry and those of its parents below `durable`, which is already synced:
 * another process may have created them a moment ago without having synced them yet.
 */
export async function makeFolder(path: string, durable: string): Promise<void> {
  // The group may read, so that a web server can send the files itself.
  const made = await mkdir(path, { recursive: true, mode: 0o750 });
  const top = made !== undefined && dirname(made).length < durable.length ? dirname(made) : durable;
  for (let at = path; at !== top;) {
    at = dirname(at);
    await syncFolder(at);
  }
}

/** Syncs a folder, so that files created in, renamed into or removed from it survive a crash. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** An open folder. */
export type Folder = {
  /** Like syncFolder, with one sync for all concurrent callers. */
  sync(): Promise<void>;
  close(): Promise<void>;
};

export async function openFolder(path: string): Promise<Folder> {
  const handle = await open(path, 'r');
  return { sync: shared(() => handle.sync()), close: () => handle.close() };
}

// Calls that arrive during a sync share the next one, which starts after all of them. Concurrent small puts are 10-20 %
// faster.
function shared(sync: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  async function runNext(): Promise<void> {
    await running?.catch(() => {});
    running = next;
    next = undefined;
    await sync();
  }
  return () => (next ??= runNext());
}
