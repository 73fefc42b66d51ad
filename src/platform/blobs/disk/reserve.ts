/** Reserved disk space: uploads are refused before they fill a disk that the database may share. */
import { statfs } from 'node:fs/promises';
import { Problem } from '../../errors.ts';
import { awaitDisk } from './disk.ts';
import type { BlobPlace } from '../open.ts';

// Reads the free space at most once a second per process, because uploads arrive by the thousand.
const KNOWN_MS = 1000;
const known = new Map<string, { at: number; free: number }>();

/** Throws 507 if storing this many bytes would leave less free space than the reserve. Buckets have no reserve. */
export async function assertRoom(config: { blobs: BlobPlace; minFreeBytes: number }, bytes = 0): Promise<void> {
  if (config.blobs.kind !== 'files' || config.minFreeBytes === 0) return;
  if ((await freeBytes(config.blobs.dir)) - bytes >= config.minFreeBytes) return;
  throw new Problem('/insufficient_storage', 'The server is low on disk space and accepts no uploads at present.');
}

async function freeBytes(dir: string): Promise<number> {
  const last = known.get(dir);
  const now = performance.now();
  if (last !== undefined && now - last.at < KNOWN_MS) return last.free;
  const { bavail, bsize } = await awaitDisk(statfs(dir));
  const free = bavail * bsize;
  known.set(dir, { at: now, free });
  return free;
}
