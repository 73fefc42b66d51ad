import type { Sql } from '../db/connection.ts';

export const WAITING_HELP = 'Background jobs and mails that wait.';

/** How many jobs and mails wait, over all nodes. */
export async function countWaiting(sql: Sql): Promise<{ jobs: number; mails: number }> {
  const [row] = await sql<{ jobs: number; mails: number }[]>`
    select (select count(*) from graphile_worker.jobs where attempts < max_attempts) as jobs,
      (select count(*) from mails where state = 'queued') as mails`;
  return row ?? { jobs: 0, mails: 0 };
}
