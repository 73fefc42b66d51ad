/** The removal of stored bytes that no row names any more: the rows go in a transaction, the bytes after its commit. */
import { Type } from 'typebox';
import type { Deps } from '../deps.ts';
import { type Tx, transaction } from '../db/connection.ts';
import { isBackupRunning } from '../db/locks.ts';
import { type Job, addJob, defineJob } from '../jobs/job.ts';

/** The delay before the job checks again whether the backup has ended. */
const AFTER_BACKUP_MS = 60_000;

const Payload = Type.Object({ keys: Type.Array(Type.String()) });

/** A key is never used twice, so the job may run at any time. It waits for a running backup, which may still copy the bytes. */
export const removeBytesJob: Job<Deps, typeof Payload> = defineJob({
  name: 'remove-bytes',
  payload: Payload,
  async run({ sql, blobs, clock }, { keys }) {
    if (await isBackupRunning(sql)) {
      const runAt = new Date(clock().getTime() + AFTER_BACKUP_MS);
      return transaction(sql, (tx) => addJob(tx, removeBytesJob, { keys }, { runAt }));
    }
    for (const key of keys) await blobs.remove(key);
  },
});

/** Schedules the removal of the bytes under these storage keys. */
export async function removeBytes(tx: Tx, keys: string[]): Promise<void> {
  if (keys.length > 0) await addJob(tx, removeBytesJob, { keys });
}
