import type { Deps } from '../../platform/deps.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { pruneRecent } from './recents.queries.ts';

/** Limits the recent documents of each person. */
export const pruneRecentJob = defineJob<Deps, typeof NoPayload>({
  name: 'prune-recent-documents',
  payload: NoPayload,
  cron: '40 3 * * *',
  async run({ sql, clock }) {
    await pruneRecent(sql, clock());
  },
});
