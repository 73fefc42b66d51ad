import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { pruneJobs } from './async-jobs.queries.ts';
import { removeOrphanedFiles } from './files.steps.ts';
import { KEPT_UNREAD_MS } from './kinds.ts';

/** No job takes this long: its workers were killed each time, until the queue gave up. */
const STUCK_AFTER_MS = 7 * 24 * 3_600_000;

/** Deletes expired results. The jobs' rows stay, so that expired results return 410. */
export const pruneAsyncJobsJob = defineJob<Deps, typeof NoPayload>({
  name: 'clear-async-jobs',
  payload: NoPayload,
  cron: '25 * * * *',
  async run({ sql, clock }) {
    const now = clock();
    const since = new Date(now.getTime() - STUCK_AFTER_MS);
    const expiresAt = new Date(now.getTime() + KEPT_UNREAD_MS);
    await transaction(sql, async (tx) => {
      await pruneJobs(tx, now, { since, expiresAt, error: 'The job never finished and was abandoned.' });
      await removeOrphanedFiles(tx, now);
    });
  },
});
