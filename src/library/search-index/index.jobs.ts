import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { DatabaseUnavailable } from '../../platform/db/errors.ts';
import { EACH_MINUTE, NoPayload, addJob, defineJob } from '../../platform/jobs/job.ts';
import { dropChange, firstChanges, hasRecentChanges } from './changes.queries.ts';
import { type Batch, indexBatch } from './index.queries.ts';
import { deleteWanted } from './wanted-texts.queries.ts';

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
  async run(deps, _, stopping) {
    const { sql } = deps;
    const end = performance.now() + BACKFILL_MS;
    for (let busy = 0; busy < BUSY_ATTEMPTS;) {
      stopping?.throwIfAborted();
      const start = performance.now();
      const batch = await indexSome(deps, (error) =>
        deps.log.error({ err: error }, 'A document could not be indexed.'),
      );
      if (batch === null) {
        busy += 1;
        await sleep(BUSY_MS);
        if (!(await hasRecentChanges(sql))) return;
        continue;
      }
      busy = 0;
      if (batch.taken === 0 || performance.now() > end) return;
      // Requests need the other half of the time.
      if (batch.isBackfill) await sleep(performance.now() - start);
    }
  },
});

/**
 * Indexes the first changes of the log. If that fails, they are indexed one by one, and those that fail again are left out: a
 * document that the database refuses, or texts that take longer than a statement may, must not stop all others.
 */
export async function indexSome(
  { sql, clock, config }: Pick<Deps, 'sql' | 'clock' | 'config'>,
  onRefused: (error: unknown) => void,
): Promise<Batch | null> {
  const options = { now: clock(), language: config.searchLanguage };
  const first = await firstChanges(sql, BATCH);
  try {
    return await indexBatch(sql, { limit: BATCH }, options);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
  }
  for (const changeId of first) {
    try {
      if ((await indexBatch(sql, { changeId }, options)) === null) return null;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      onRefused(error);
      await dropChange(sql, changeId);
    }
  }
  return { taken: first.length, isBackfill: false };
}

/** After the text of a content was read, or could not be: its documents are indexed, and the next text is read. */
export async function indexText(tx: Tx, content: { deploymentId: number; blobId: number }): Promise<void> {
  await deleteWanted(tx, content);
  await requestIndex(tx);
}

/** Indexes the changes of this transaction right after it. Without it they are indexed within a minute. */
export async function requestIndex(tx: Tx): Promise<void> {
  await addJob(tx, indexChangesJob, {});
}
