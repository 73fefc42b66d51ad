import type { Deps } from '../../platform/deps.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { deleteKeptAnswers } from './idempotency.queries.ts';
import { KEPT_MS } from './idempotency.steps.ts';

/** Deletes expired answers every hour. */
export const sweepKeptAnswersJob = defineJob<Deps, typeof NoPayload>({
  name: 'sweep-kept-answers',
  payload: NoPayload,
  cron: '40 * * * *',
  async run({ sql, clock }) {
    await deleteKeptAnswers(sql, new Date(clock().getTime() - KEPT_MS));
  },
});
