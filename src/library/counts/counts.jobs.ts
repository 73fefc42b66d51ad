import type { Deps } from '../../platform/deps.ts';
import { EACH_MINUTE, NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { addUpChanges } from './counts.queries.ts';

const BATCH = 10_000;

/** Adds the log of changes to the counts of documents, so that readers find few changes in it. */
export const addUpCountsJob = defineJob<Deps, typeof NoPayload>({
  name: 'add-up-counts',
  payload: NoPayload,
  cron: EACH_MINUTE,
  async run({ sql }) {
    while ((await addUpChanges(sql, BATCH)) === BATCH);
  },
});
