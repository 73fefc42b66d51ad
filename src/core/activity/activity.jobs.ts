import type { Deps } from '../../platform/deps.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { ensureActivityPartitions } from './activity.queries.ts';

/** Creates the partitions of the coming months well in advance. */
export const activityPartitionsJob = defineJob<Deps, typeof NoPayload>({
  name: 'ensure-activity-partitions',
  payload: NoPayload,
  cron: '15 0 * * *',
  async run({ sql, clock }) {
    await ensureActivityPartitions(sql, clock());
  },
});
