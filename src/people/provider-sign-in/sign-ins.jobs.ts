import type { Deps } from '../../platform/deps.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { deletePastSignIns } from './sign-ins.queries.ts';

/** Sign-ins expire by time; their rows, and claims of tests, are deleted every ten minutes. */
export const pruneSignInsJob = defineJob<Deps, typeof NoPayload>({
  name: 'prune-provider-sign-ins',
  payload: NoPayload,
  cron: '*/10 * * * *',
  async run({ sql, clock }) {
    await deletePastSignIns(sql, clock());
  },
});
