/** Checks emails and background jobs that were given up, of all deployments: for `carrel doctor` only. */
import type { Sql } from '../../platform/db/connection.ts';
import { type CheckOutcome, type DetailedCheckResult, runCheck } from './health-run.ts';

/** Email that waits longer than this has been refused several times. */
const MAIL_WAITS = '1 hour';

export async function checkFailures(sql: Sql): Promise<DetailedCheckResult> {
  return runCheck('failures', async () => failuresState(sql));
}

// Index mails_failed, mails_queued.
async function failuresState(sql: Sql): Promise<CheckOutcome> {
  const [row] = await sql<{ jobs: number; mails: number; late: number }[]>`
    select (select count(*) from graphile_worker.jobs where attempts >= max_attempts) as jobs,
      (select count(*) from mails where state = 'failed') as mails,
      (select count(*) from mails where state = 'queued' and created_at < now() - ${MAIL_WAITS}::interval) as late`;
  const { jobs, mails, late } = row ?? { jobs: 0, mails: 0, late: 0 };
  if (jobs + mails + late === 0) return { State: 'ok', Detail: 'no email and no job was given up' };
  const counts = `emails given up: ${mails}, waiting for more than an hour: ${late}; jobs given up: ${jobs}`;
  return { State: 'warning', Detail: `${counts}; Administration in the app shows the reasons` };
}
