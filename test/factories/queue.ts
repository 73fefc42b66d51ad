/** Queue jobs for tests: rows that no worker processes. */
import type { Sql } from '../../src/platform/db/connection.ts';
import { releaseOrphanedJobs } from '../../src/platform/jobs/worker.ts';
import type { TestApp } from '../harness.ts';

type Column = string | number | Date | null;

/** A failed `send-mail` job of a deployment; `more` overrides columns. Returns its id. */
export async function makeQueuedJob(
  { sql }: Pick<TestApp, 'sql'>,
  deploymentId: number,
  more: Record<string, Column> = {},
): Promise<number> {
  const payload = sql.json({ deploymentId, mailId: 0 });
  const [made] = await sql<{ id: number }[]>`
    select id from graphile_worker.add_job('send-mail', ${payload}::json, run_at := '2099-01-01')`;
  const columns = { attempts: 25, last_error: 'It did not work\n    at send (mail.ts:1)', ...more };
  await sql`update graphile_worker._private_jobs set ${sql(columns)} where id = ${made?.id ?? 0}`;
  return made?.id ?? 0;
}

/** Lets a minute pass for the database, then releases the jobs of killed workers; returns the ids of those workers. */
export async function releaseJobsOfTheKilled(sql: Sql): Promise<string[]> {
  await passTime(sql, 60);
  return releaseOrphanedJobs(sql);
}

/** Makes all heartbeats and locks of jobs older. */
export async function passTime(sql: Sql, seconds: number): Promise<void> {
  const time = `${seconds} seconds`;
  await sql`update worker_heartbeats set beat_at = beat_at - ${time}::interval`;
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - ${time}::interval`;
}
