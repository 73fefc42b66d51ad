import type { Deps } from '../../platform/deps.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { deleteExpiredPending } from './pending.queries.ts';

/** Deletes sign-ins daily that nobody finished. */
export const prunePendingSignInsJob = defineJob<Deps, typeof NoPayload>({
  name: 'forget-sign-ins',
  payload: NoPayload,
  cron: '25 3 * * *',
  async run({ sql, clock }) {
    await deleteExpiredPending(sql, clock());
  },
});
