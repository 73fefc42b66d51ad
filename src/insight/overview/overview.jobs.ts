import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { countPastDays } from './overview.queries.ts';

/** Activity carries the time of its request and is written a little later. */
const SETTLED_AFTER_MS = 3_600_000;

/** Counts the activity of each past day, so that charts need not count a month of rows. */
export const countActivityJob = defineJob<Deps, typeof NoPayload>({
  name: 'count-activity',
  payload: NoPayload,
  cron: '5 * * * *',
  async run({ sql, clock }) {
    await transaction(sql, async (tx) => {
      await tx.allowLong();
      await countPastDays(tx, new Date(clock().getTime() - SETTLED_AFTER_MS));
    });
  },
});
