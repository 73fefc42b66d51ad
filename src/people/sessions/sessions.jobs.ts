import type { Deps } from '../../platform/deps.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { deleteEndedSessions } from './sessions.queries.ts';

/** Sessions expire by time; their rows are deleted daily. */
export const pruneSessionsJob = defineJob<Deps, typeof NoPayload>({
  name: 'forget-sessions',
  payload: NoPayload,
  cron: '20 3 * * *',
  async run({ sql, clock }) {
    await deleteEndedSessions(sql, clock());
  },
});
