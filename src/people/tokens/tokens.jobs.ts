import type { Deps } from '../../platform/deps.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { deleteEndedTokens } from './tokens.steps.ts';

/** Tokens expire by time; their rows are deleted daily. */
export const pruneTokensJob = defineJob<Deps, typeof NoPayload>({
  name: 'forget-tokens',
  payload: NoPayload,
  cron: '25 3 * * *',
  async run({ sql, clock }) {
    await deleteEndedTokens(sql, clock());
  },
});
