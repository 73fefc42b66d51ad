/** The hourly sweep of stored bytes that no content references, because a transaction failed or a process crashed. */
import type { Deps } from '../../platform/deps.ts';
import { sweepOrphans } from '../../platform/blobs/sweep.ts';
import { isBackupRunning } from '../../platform/db/locks.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { findBlobsSweptAt, recordBlobsSwept, usedStorageKeys } from './blobs.queries.ts';

const HOUR_MS = 3_600_000;
/** No upload takes this long between storing its bytes and committing them. */
const OLDER_THAN_MS = HOUR_MS;
/** Maximum clock difference between machines. */
const CLOCKS_DIFFER_MS = HOUR_MS;

/**
 * Checks bytes stored since the last complete sweep that are at least an hour old. Removes nothing while a backup runs.
 */
export const sweepOrphansJob = defineJob<Deps, typeof NoPayload>({
  name: 'sweep-orphans',
  payload: NoPayload,
  cron: '7 * * * *',
  async run({ sql, blobs, clock, log }) {
    const now = clock();
    const lastSweep = (await findBlobsSweptAt(sql)) ?? now;
    let isPaused = false;
    const swept = await sweepOrphans({
      store: blobs,
      isReferenced: async (keys) => {
        const used = await usedStorageKeys(sql, keys);
        isPaused ||= await isBackupRunning(sql);
        return isPaused ? new Set(keys) : used;
      },
      now,
      olderThanMs: OLDER_THAN_MS,
      since: new Date(lastSweep.getTime() - OLDER_THAN_MS - CLOCKS_DIFFER_MS),
    });
    // A paused sweep is not complete: the next one checks the same hours again.
    if (!isPaused) await recordBlobsSwept(sql, now);
    if (swept.removed + swept.leftovers > 0) log.info(swept, 'Removed orphaned bytes of failed uploads.');
  },
});
