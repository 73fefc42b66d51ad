import type { Deps } from '../../platform/deps.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { BROWSER_KEPT_MS } from '../devices/known-browsers.steps.ts';
import { deleteOldBrowsers } from '../devices/known-browsers.queries.ts';
import { deleteEndedSessions } from './sessions.queries.ts';

/** Deletes expired sessions and old known browsers daily. */
export const pruneSessionsJob = defineJob<Deps, typeof NoPayload>({
  name: 'forget-sessions',
  payload: NoPayload,
  cron: '20 3 * * *',
  async run({ sql, clock }) {
    const now = clock();
    await deleteEndedSessions(sql, now);
    await deleteOldBrowsers(sql, new Date(now.getTime() - BROWSER_KEPT_MS));
  },
});
