/** Finds orphaned bytes anywhere in the store; the sweep checks only recent hours. */
import type { Deps } from '../../platform/deps.ts';
import type { BlobEntry } from '../../platform/blobs/store.ts';
import { isBackupRunning } from '../../platform/db/locks.ts';
import { usedStorageKeys } from './blobs.queries.ts';

const BATCH = 1000;
/** Newer bytes may belong to an upload that is about to be committed. */
const OLDER_THAN_MS = 3_600_000;
const LISTED = 1000;

export type Orphans = {
  Orphaned: number;
  OrphanedBytes: number;
  Removed: number;
  /** Keys of the first orphans. */
  Orphans: string[];
};

/** Finds orphans and optionally removes them. Throws a one-line error if it must not because a backup runs. */
export async function findOrphans(
  { sql, blobs, clock }: Deps,
  { removeOrphans, signal }: { removeOrphans: boolean; signal: AbortSignal },
): Promise<Orphans> {
  const found: Orphans = { Orphaned: 0, OrphanedBytes: 0, Removed: 0, Orphans: [] };
  const before = new Date(clock().getTime() - OLDER_THAN_MS);
  for await (const entries of batchesOf(blobs.list(''), before)) {
    signal.throwIfAborted();
    const used = await usedStorageKeys(
      sql,
      entries.map(({ key }) => key),
    );
    const orphans = entries.filter(({ key }) => !used.has(key));
    for (const { key, size } of orphans) {
      found.Orphaned += 1;
      found.OrphanedBytes += size;
      if (found.Orphans.length < LISTED) found.Orphans.push(key);
    }
    if (!removeOrphans || orphans.length === 0) continue;
    if (await isBackupRunning(sql)) throw new Error('A backup is running; nothing is removed until it has ended.');
    for (const { key } of orphans) await blobs.remove(key);
    found.Removed += orphans.length;
  }
  return found;
}

async function* batchesOf(entries: AsyncIterable<BlobEntry>, before: Date): AsyncGenerator<BlobEntry[], void> {
  let batch: BlobEntry[] = [];
  for await (const entry of entries) {
    if (entry.storedAt >= before) continue;
    batch.push(entry);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
