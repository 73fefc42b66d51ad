import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import { type PersonRow, personOf } from '../persons/persons.queries.ts';
import type { Actor } from '../actor.ts';
import type { JobKind } from './kinds.ts';

/** Parameters of a job. */
export type Json = { [key: string]: string | number | boolean | null };
/** Progress and result of a job. */
export type JsonTree = { [key: string]: JsonNode };
type JsonNode = string | number | boolean | null | JsonNode[] | JsonTree;

export type AsyncJobRow = {
  jobId: number;
  kind: JobKind;
  createdBy: number;
  createdAt: string;
  state: 'processing' | 'complete' | 'failed' | 'cancelled';
  error: string | null;
  parameters: Json;
  result: JsonTree | null;
  /** Null if the job has ended or reports no progress. */
  progress: JsonTree | null;
  /** Already retrieved, deleted, or expired. */
  isGone: boolean;
};

/** One job of a deployment, gone or not. */
export async function findAsyncJob(
  sql: Db,
  { deploymentId, now }: Pick<Actor, 'deploymentId' | 'now'>,
  jobId: number,
  lock?: 'change',
): Promise<AsyncJobRow | undefined> {
  const [row] = await sql<AsyncJobRow[]>`
    select ${columns(sql, now)} from async_jobs j
    where j.deployment_id = ${deploymentId} and j.job_id = ${jobId} ${lock === undefined ? sql`` : sql`for update`}`;
  return row;
}

/** The actor's jobs that are not gone, newest first; one more than the page. Index: async_jobs_creator. */
export async function listAsyncJobs(sql: Db, actor: Actor, page: Page<[number]>): Promise<AsyncJobRow[]> {
  return sql<AsyncJobRow[]>`
    select ${columns(sql, actor.now)} from async_jobs j
    where j.deployment_id = ${actor.deploymentId} and j.created_by = ${actor.userId}
      and (j.expires_at is null or j.expires_at > ${actor.now})
      ${page.after === null ? sql`` : sql`and j.job_id < ${page.after[0]}`}
    order by j.job_id desc
    ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

/** A job of any creator, gone or not. */
export type DeploymentJobRow = Pick<AsyncJobRow, 'jobId' | 'kind' | 'state' | 'error' | 'createdAt'> & {
  creator: PersonRow;
  finishedAt: string | null;
};

/** The jobs of a deployment, newest first; one more than the page. Index: async_jobs_pkey. */
export async function listDeploymentJobs(
  sql: Db,
  deploymentId: number,
  { limit, after }: Page<[number]>,
): Promise<DeploymentJobRow[]> {
  return sql<DeploymentJobRow[]>`
    select j.job_id as "jobId", j.kind, j.state, j.error, j.created_at as "createdAt", j.finished_at as "finishedAt",
      ${personOf(sql, sql`u`)} as creator
    from async_jobs j join users u on u.deployment_id = j.deployment_id and u.user_id = j.created_by
    where j.deployment_id = ${deploymentId} ${after === null ? sql`` : sql`and j.job_id < ${after[0]}`}
    order by j.job_id desc ${limit === null ? sql`` : sql`limit ${limit + 1}`}`;
}

export async function insertAsyncJob(tx: Tx, actor: Actor, kind: JobKind, parameters: Json): Promise<number> {
  const [row] = await tx<{ jobId: number }[]>`
    insert into async_jobs (deployment_id, kind, created_by, created_at, parameters)
    values (${actor.deploymentId}, ${kind}, ${actor.userId}, ${actor.now}, ${tx.json(parameters)})
    returning job_id as "jobId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.jobId;
}

/** Marks the job and its result as gone and cancels a running one. An aborted retrieval does not undo this. */
export async function markDeleted(tx: Tx, { deploymentId, now }: Actor, jobId: number): Promise<void> {
  await tx`
    update async_jobs set state = case state when 'processing' then 'cancelled' else state end,
      finished_at = coalesce(finished_at, ${now}), expires_at = ${now}, retrieved_at = null,
      result = null, parameters = '{}', progress = null
    where deployment_id = ${deploymentId} and job_id = ${jobId}`;
}

/**
 * Marks the first retrieval of the result, which expires a while later. Returns whether it was the first; false if the
 * result is gone.
 */
export async function markRetrieved(
  sql: Db,
  { deploymentId, now }: Actor,
  jobId: number,
  keptMs: number,
): Promise<boolean> {
  const { count } = await sql`
    update async_jobs set retrieved_at = ${now}, expires_at = ${new Date(now.getTime() + keptMs)}
    where deployment_id = ${deploymentId} and job_id = ${jobId} and retrieved_at is null and expires_at > ${now}`;
  return count > 0;
}

/** Undoes markRetrieved after a connection broke: the result gets its full waiting time again. */
export async function unmarkRetrieved(sql: Db, { deploymentId, now }: Actor, jobId: number, keptMs: number) {
  await sql`
    update async_jobs set retrieved_at = null, expires_at = finished_at + make_interval(secs => ${keptMs / 1000})
    where deployment_id = ${deploymentId} and job_id = ${jobId} and retrieved_at = ${now}`;
}

/** Deletes expired results, and ends jobs that started before `stuck.since` and never finished. */
export async function pruneJobs(tx: Tx, now: Date, stuck: { since: Date; error: string; expiresAt: Date }) {
  await tx`update async_jobs set result = null, parameters = '{}', progress = null
    where expires_at <= ${now} and result is not null`;
  await tx`update async_jobs set state = 'failed', error = ${stuck.error}, finished_at = ${now},
      expires_at = ${stuck.expiresAt}, parameters = '{}', progress = null
    where state = 'processing' and created_at < ${stuck.since}`;
}

function columns(sql: Db, now: Date): Fragment {
  return sql`j.job_id as "jobId", j.kind, j.created_by as "createdBy", j.created_at as "createdAt", j.state, j.error,
    j.parameters, j.result, j.progress, coalesce(j.expires_at <= ${now}, false) as "isGone"`;
}
