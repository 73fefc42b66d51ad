import { rename, rm } from 'node:fs/promises';

/** Puts a folder in the place of another: a folder cannot be renamed to an existing one that is not empty. */
export async function replaceFolder(fresh: string, target: string): Promise<void> {
  const old = `${target}.${process.pid}.old`;
  await rename(target, old).catch(() => {});
  // Of two builds at once, the equal result of the other one may be there already.
  await rename(fresh, target).catch(() => {});
  await rm(old, { recursive: true, force: true });
}
