import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { EACH_MINUTE, NoPayload, addJob, defineJob } from '../../platform/jobs/job.ts';
import { hasChanges, indexBatch } from './index.queries.ts';
import { forgetWanted } from './wanted-texts.queries.ts';

/** A batch locks its documents, and a change of one of them waits for it. */
const BATCH = 50;
/** While another process indexes: it takes the changes of people before all others. */
const BUSY_MS = 50;
const BUSY_ATTEMPTS = 20;
/** A run of the backfill ends before the next one starts. */
const BACKFILL_MS = 50_000;

/** Indexes the documents of the log: at once for people who wait (requestIndex), and each minute for all others. */
export const indexChangesJob = defineJob<Deps, typeof NoPayload>({
  name: 'index-changes',
  payload: NoPayload,
  cron: EACH_MINUTE,
  async run({ sql, clock }, _, stopping) {
    const end = performance.now() + BACKFILL_MS;
    for (let busy = 0; busy < BUSY_ATTEMPTS;) {
      stopping?.throwIfAborted();
      const start = performance.now();
      const batch = await indexBatch(sql, BATCH, clock());
      if (batch === null) {
        busy += 1;
        await sleep(BUSY_MS);
        if (!(await hasChanges(sql, 'recent'))) return;
        continue;
      }
      busy = 0;
      if (batch.taken === 0 || performance.now() > end) return;
      // Requests need the other half of the time.
      if (batch.isBackfill) await sleep(performance.now() - start);
    }
  },
});

/** After the text of a content was read, or could not be: its documents are indexed, and the next text is read. */
export async function indexText(tx: Tx, content: { deploymentId: number; blobId: number }): Promise<void> {
  await forgetWanted(tx, content);
  await requestIndex(tx);
}

/** Indexes the changes of this transaction right after it. Without it they are indexed within a minute. */
export async function requestIndex(tx: Tx): Promise<void> {
  await addJob(tx, indexChangesJob, {});
}
