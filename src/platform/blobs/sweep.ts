/** Removes content that was stored but not committed because its transaction failed or the process crashed. */
import { hourPrefixes } from './keys.ts';
import type { BlobStore } from './store.ts';

const BATCH = 1000;

export type SweepOptions = {
  store: BlobStore;
  /** Returns which of the keys the database uses. */
  isReferenced: (keys: string[]) => Promise<Set<string>>;
  now: Date;
  /** Longer than any transaction between a put and its commit, and than any stall of a put's source. */
  olderThanMs: number;
  /** Skips blobs of earlier hours. At the latest `now - olderThanMs` of the last complete sweep. */
  since: Date;
};

export type Swept = { examined: number; removed: number; leftovers: number };

/** Removes unreferenced blobs and leftovers of puts that are older than the limit. Idempotent, and safe during puts. */
export async function sweepOrphans({ store, isReferenced, now, olderThanMs, since }: SweepOptions): Promise<Swept> {
  const before = new Date(now.getTime() - olderThanMs);
  const swept = { examined: 0, removed: 0, leftovers: await store.removeLeftovers(before) };
  for await (const keys of batchesOfOldKeys(store, since, before)) {
    const referenced = await isReferenced(keys);
    const orphans = keys.filter((key) => !referenced.has(key));
    for (const key of orphans) await store.remove(key);
    swept.examined += keys.length;
    swept.removed += orphans.length;
  }
  return swept;
}

async function* batchesOfOldKeys(store: BlobStore, since: Date, before: Date): AsyncGenerator<string[], void> {
  let keys: string[] = [];
  for (const prefix of hourPrefixes(since, before)) {
    for await (const { key, storedAt } of store.list(prefix)) {
      if (storedAt >= before) continue;
      keys.push(key);
      if (keys.length < BATCH) continue;
      yield keys;
      keys = [];
    }
  }
  if (keys.length > 0) yield keys;
}
