/** Gives the files of a service that root has run to the user that runs it from now on. */
import { closeSync, constants, fchownSync, fstatSync, lchownSync, lstatSync, openSync, readdirSync } from 'node:fs';
import type { User } from './account.ts';

type Owner = Pick<User, 'uid' | 'gid'>;

const REPORT_EVERY = 100_000;
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Whether something in the folder is not the user's: looks at the folder and its entries only, because `handOver` gives
 * away a folder after everything in it.
 */
export function needsHandOver(folder: string, { uid }: Owner): boolean {
  if (lstatSync(folder).uid !== uid) return true;
  return readdirSync(folder, { withFileTypes: true }).some(
    (entry) => (entry.isDirectory() || entry.isFile()) && lstatSync(`${folder}/${entry.name}`).uid !== uid,
  );
}

/**
 * Gives the folder and everything in it to the user; what was interrupted goes on when it is called again. No link is
 * followed, also none that is put in the place of a folder meanwhile: each name is looked up in an open folder. Links
 * themselves stay, as do files with further names, which may be elsewhere. A group other than root's stays too.
 */
export function handOver(folder: string, owner: Owner, count: () => void = () => {}): void {
  const handle = openSync(folder, FOLDER);
  // Linux: the open folder itself, however it is called by now.
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

/** Calls back now and then, for what takes long. */
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
