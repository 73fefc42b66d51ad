import type { Db } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import { personOf } from '../../core/persons/persons.queries.ts';
import type { DeploymentJobRow } from '../../core/async-jobs/async-jobs.queries.ts';
import type { VerificationParameters } from './verification.jobs.ts';
import type { Verified } from './verify.ts';

/** A verification in the list; `seals`: how many were checked so far. */
export type VerificationRow = DeploymentJobRow & {
  parameters: Partial<VerificationParameters>;
  seals: number | null;
  result: Verified | null;
};

/** The verifications of a deployment, newest first; one more than the page. Index: async_jobs_verifications. */
export async function listVerifications(
  sql: Db,
  deploymentId: number,
  { limit, after }: Page<[number]>,
): Promise<VerificationRow[]> {
  return sql<VerificationRow[]>`
    select j.job_id as "jobId", j.kind, j.state, j.error, j.created_at as "createdAt", j.finished_at as "finishedAt",
      ${personOf(sql, sql`u`)} as creator, j.parameters, (j.progress->'verified'->>'Seals')::bigint as seals, j.result
    from async_jobs j join users u on u.deployment_id = j.deployment_id and u.user_id = j.created_by
    where j.deployment_id = ${deploymentId} and j.kind = 'audit-verification'
      ${after === null ? sql`` : sql`and j.job_id < ${after[0]}`}
    order by j.job_id desc ${limit === null ? sql`` : sql`limit ${limit + 1}`}`;
}
