import type { Deps } from '../../platform/deps.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { deletePastChallenges } from './used-challenges.queries.ts';

/** Deletes used challenges every ten minutes once they have expired. */
export const prunePasskeyChallengesJob = defineJob<Deps, typeof NoPayload>({
  name: 'prune-passkey-challenges',
  payload: NoPayload,
  cron: '*/10 * * * *',
  async run({ sql, clock }) {
    await deletePastChallenges(sql, clock());
  },
});
