import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a running server says of itself in `postmaster.pid`. After a `kill -9` the file stays, and says nothing true. */
export type ServerStatus = { pid: number; socketFolder: string; ready: boolean };

/** Reads a cluster's `postmaster.pid`; null when there is none, it cannot be read, or is not complete yet. */
export async function readStatus(cluster: string): Promise<ServerStatus | null> {
  const content = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  // Lines: pid, data folder, start time, port, socket folder, listen address, shared memory key, status.
  const [pid, , , , socketFolder, , , status] = content.split('\n');
  if (!pid || !socketFolder) return null;
  return { pid: Number(pid), socketFolder, ready: status?.trim() === 'ready' };
}
