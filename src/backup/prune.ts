/** Removes old snapshots and the contents that no other snapshot names. */
import { join } from 'node:path';
import type { Content } from '../platform/blobs/disk/inspect.ts';
import { readContents } from './dump-file.ts';
import { readManifest } from './manifest.ts';
import { type Repository, listSnapshots, removeSnapshot } from './repository.ts';

/**
 * Keeps the newest `keep` snapshots up to that of now; returns the names of the removed ones. Later ones are kept too: their clock
 * or ours was wrong, and they may be the only good ones.
 */
export async function prune({ folder, contents }: Repository, keep: number, now: string): Promise<string[]> {
  const names = await listSnapshots(folder);
  const upToNow = names.filter((name) => name <= now);
  const old = upToNow.slice(0, -keep);
  const kept = names.filter((name) => !old.includes(name));
  const walks = await Promise.all(kept.map((name) => walkContents(join(folder, 'snapshots', name))));
  // Snapshots first: one without its contents must not be restorable.
  for (const name of old) await removeSnapshot(folder, name);
  for await (const { key } of contents.list('')) {
    const named = await Promise.all(walks.map((walk) => walk(key)));
    if (!named.includes(true)) await contents.remove(key);
  }
  return old;
}

/** Returns a function that checks whether the snapshot names a key; call it in key order. */
async function walkContents(snapshot: string): Promise<(key: string) => Promise<boolean>> {
  const { Database } = await readManifest(snapshot);
  const contents = readContents(snapshot, Database.Contents);
  let at: Content | undefined | void = (await contents.next()).value;
  return async (key) => {
    while (at && at.key < key) at = (await contents.next()).value;
    return at?.key === key;
  };
}
