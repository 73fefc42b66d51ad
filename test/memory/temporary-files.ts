/** Temporary files of a run in memory: databases are created and removed all the time, which costs a disk much CPU. */
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'carrel-run-';
/** A run uses up to 2 GB. */
const NEEDED_BYTES = 6e9;

/**
 * Makes a folder in memory the one for temporary files, of this process and its children, and returns its path. Null if
 * TMPDIR is set, or there is too little memory.
 */
export async function useMemory(): Promise<string | null> {
  if (process.env['TMPDIR'] !== undefined || !existsSync(MEMORY)) return null;
  await removeAbandoned();
  const { bavail, bsize } = await statfs(MEMORY);
  if (bavail * bsize < NEEDED_BYTES) return null;
  const folder = await mkdtemp(join(MEMORY, `${PREFIX}${process.pid}-`));
  // Services of root become another user.
  await chmod(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  return folder;
}

// Runs that were killed could not remove theirs. A disk that is still mounted in one is no reason to fail this run.
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const [, pid] = /^carrel-run-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    await rm(join(MEMORY, name), { recursive: true, force: true }).catch(() => {});
  }
}
