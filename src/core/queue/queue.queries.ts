/**
 * A deployment's view of the background job queue, which all deployments share: its own jobs, identified by payload,
 * and scheduled jobs.
 */
import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { QueuedJobState } from './queue.schema.ts';

/** Counts stop here: a longer queue is no more informative. */
const MAX_COUNT = 1000;

export type QueuedJobRow = {
  jobId: number;
  kind: string;
  isShared: boolean;
  state: QueuedJobState;
  attempts: number;
  maxAttempts: number;
  lastError: string | null;
  createdAt: string;
  runAt: string;
};

/** Counts waiting, running and failed jobs of a deployment. Indexes: carrel_jobs_alive, carrel_jobs_given_up. */
export async function countJobs(sql: Db, deploymentId: number): Promise<{ Waiting: number; Failed: number }> {
  const counted = (condition: Fragment) => sql`
    select count(*) from (
      select from graphile_worker._private_jobs j where ${condition} and ${isOf(sql, deploymentId)} limit ${MAX_COUNT}) c`;
  const [row] = await sql<{ Waiting: number; Failed: number }[]>`
    select (${counted(sql`not ${isGivenUp(sql)}`)}) as "Waiting", (${counted(isGivenUp(sql))}) as "Failed"`;
  return row ?? { Waiting: 0, Failed: 0 };
}

/**
 * Jobs visible to a deployment, newest first; one more than the page. Merged from three ordered indexes:
 * carrel_jobs_alive, carrel_jobs_given_up, carrel_jobs_by_clock.
 */
export async function listJobs(
  sql: Db,
  deploymentId: number,
  state: QueuedJobState | undefined,
  { limit, after }: Page<[number]>,
): Promise<QueuedJobRow[]> {
  const newest = sql`order by j.id desc ${limit === null ? sql`` : sql`limit ${limit + 1}`}`;
  const idsOf = (condition: Fragment) => sql`(
    select j.id from graphile_worker._private_jobs j
    where ${condition} ${state === undefined ? sql`` : sql`and ${conditionOf(sql, state)}`}
      ${after === null ? sql`` : sql`and j.id < ${after[0]}`} ${newest})`;
  return sql<QueuedJobRow[]>`
    select ${columns(sql, deploymentId)}
    from (
      ${idsOf(sql`${isOf(sql, deploymentId)} and not ${isGivenUp(sql)}`)} union all
      ${idsOf(sql`${isOf(sql, deploymentId)} and ${isGivenUp(sql)}`)} union all ${idsOf(isByClock(sql))}
    ) found
    join graphile_worker._private_jobs j on j.id = found.id
    join graphile_worker._private_tasks t on t.id = j.task_id ${newest}`;
}

/** A job visible to the deployment, locked until the end of the transaction. */
export async function lockJob(tx: Tx, deploymentId: number, jobId: number): Promise<QueuedJobRow | undefined> {
  const [row] = await tx<QueuedJobRow[]>`
    select ${columns(tx, deploymentId)}
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.id = ${jobId} and (${isOf(tx, deploymentId)} or ${isByClock(tx)}) for no key update of j`;
  return row;
}

function isOf(sql: Db, deploymentId: number): Fragment {
  return sql`j.payload->>'deploymentId' = ${String(deploymentId)}`;
}

// The queue adds only the time to the payload of a scheduled job.
function isByClock(sql: Db): Fragment {
  return sql`(j.payload->'_cron' is not null and j.payload->'deploymentId' is null)`;
}

function isGivenUp(sql: Db): Fragment {
  return sql`(j.attempts >= j.max_attempts and j.locked_at is null)`;
}

function conditionOf(sql: Db, state: QueuedJobState): Fragment {
  if (state === 'Running') return sql`j.locked_at is not null`;
  return state === 'Failed' ? isGivenUp(sql) : sql`j.locked_at is null and j.attempts < j.max_attempts`;
}

function columns(sql: Db, deploymentId: number): Fragment {
  return sql`j.id as "jobId", t.identifier as kind, not coalesce(${isOf(sql, deploymentId)}, false) as "isShared",
    case when j.locked_at is not null then 'Running' when ${isGivenUp(sql)} then 'Failed' else 'Waiting' end as state,
    j.attempts, j.max_attempts as "maxAttempts", j.last_error as "lastError", j.created_at as "createdAt",
    j.run_at as "runAt"`;
}
