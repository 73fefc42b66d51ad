import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The state that a running server records in `postmaster.pid`. After a `kill -9` the file remains with stale content.
 */
export type ServerStatus = { pid: number; socketFolder: string; ready: boolean };

/** Reads a cluster's `postmaster.pid`; null if it is missing, unreadable or incomplete. */
export async function readStatus(cluster: string): Promise<ServerStatus | null> {
  const content = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  // Lines: pid, data folder, start time, port, socket folder, listen address, shared memory key, status.
  const [pid, , , , socketFolder, , , status] = content.split('\n');
  if (!pid || !socketFolder) return null;
  return { pid: Number(pid), socketFolder, ready: status?.trim() === 'ready' };
}
