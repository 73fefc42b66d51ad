import type { Deps } from '../../platform/deps.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { deletePastWindows } from '../../platform/limits/throttle.ts';

/** Deletes counters of past windows, so that their table stays small. */
export const pruneThrottlesJob = defineJob<Deps, typeof NoPayload>({
  name: 'forget-throttles',
  payload: NoPayload,
  cron: '*/10 * * * *',
  async run({ sql, clock }) {
    await deletePastWindows(sql, clock());
  },
});
