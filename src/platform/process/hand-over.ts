/** Changes the ownership of a service's files from root to the user that runs it from now on. */
import { closeSync, constants, fchownSync, fstatSync, lchownSync, lstatSync, openSync, readdirSync } from 'node:fs';
import type { User } from './account.ts';

type Owner = Pick<User, 'uid' | 'gid'>;

const REPORT_EVERY = 100_000;
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Whether anything in the folder belongs to another user. Checks only the folder and its entries, because `handOver`
 * changes a folder after its content.
 */
export function needsHandOver(folder: string, { uid }: Owner): boolean {
  if (lstatSync(folder).uid !== uid) return true;
  return readdirSync(folder, { withFileTypes: true }).some(
    (entry) => (entry.isDirectory() || entry.isFile()) && lstatSync(`${folder}/${entry.name}`).uid !== uid,
  );
}

/**
 * Gives the folder and everything in it to the user. Idempotent, and continues after an interruption. Follows no link,
 * even one that replaces a folder meanwhile: each name is looked up in an open folder. Leaves links, files with several
 * names (which may be elsewhere), and groups other than root's.
 */
export function handOver(folder: string, owner: Owner, count: () => void = () => {}): void {
  const handle = openSync(folder, FOLDER);
  // On Linux, the open folder itself, whatever its current name.
  const here = process.platform === 'linux' ? `/proc/self/fd/${handle}` : folder;
  try {
    for (const entry of readdirSync(here, { withFileTypes: true })) {
      const path = `${here}/${entry.name}`;
      if (entry.isDirectory()) handOver(path, owner, count);
      else if (entry.isFile()) handOverFile(path, owner);
      count();
    }
    const { uid, gid } = fstatSync(handle);
    if (uid !== owner.uid) fchownSync(handle, owner.uid, groupFor(gid, owner));
  } finally {
    closeSync(handle);
  }
}

/** Calls back now and then during long work. */
export function counter(say: (count: number) => void): () => void {
  let count = 0;
  return () => {
    if (++count % REPORT_EVERY === 0) say(count);
  };
}

function handOverFile(path: string, owner: Owner): void {
  const { uid, gid, nlink } = lstatSync(path);
  if (uid !== owner.uid && nlink === 1) lchownSync(path, owner.uid, groupFor(gid, owner));
}

function groupFor(gid: number, owner: Owner): number {
  return gid === 0 ? owner.gid : gid;
}
