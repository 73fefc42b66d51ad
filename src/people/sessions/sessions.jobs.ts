import type { Deps } from '../../platform/deps.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { deleteEndedSessions } from './sessions.queries.ts';

/** Sessions end by the clock, unseen; once a day their rows go. */
export const pruneSessionsJob = defineJob<Deps, typeof NoPayload>({
  name: 'forget-sessions',
  payload: NoPayload,
  cron: '20 3 * * *',
  async run({ sql, clock }) {
    await deleteEndedSessions(sql, clock());
  },
});
