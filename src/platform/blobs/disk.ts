/** Steps on the disk that must survive a crash, and what their failures mean. */
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreFullError, StoreUnavailableError } from './store.ts';

/** Awaits a file system call; its failure becomes StoreFullError or StoreUnavailableError. */
export async function awaitDisk<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw hasCode(error, 'ENOSPC', 'EDQUOT') ? new StoreFullError(error) : new StoreUnavailableError(error);
  }
}

/** Awaits a file system call; undefined if there is no such file or folder. */
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
 * Makes a folder if need be. Its entry and those of its parents below `durable`, which survives a crash already, are
 * made to survive one too: another process may have made them a moment ago and not have got to that.
 */
export async function makeFolder(path: string, durable: string): Promise<void> {
  // The group may read, for a web server that sends the files itself.
  const made = await mkdir(path, { recursive: true, mode: 0o750 });
  const top = made !== undefined && dirname(made).length < durable.length ? dirname(made) : durable;
  for (let at = path; at !== top;) {
    at = dirname(at);
    await syncFolder(at);
  }
}

/** Makes what was created in, renamed into or removed from the folder survive a crash. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A folder that is held open. */
export type Folder = {
  /** As syncFolder does, one sync for all that ask at the same time. */
  sync(): Promise<void>;
  close(): Promise<void>;
};

export async function openFolder(path: string): Promise<Folder> {
  const handle = await open(path, 'r');
  return { sync: shared(() => handle.sync()), close: () => handle.close() };
}

// Calls that come while one sync runs share the next one: it begins after all of them. 10-20 % more small puts at once.
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
