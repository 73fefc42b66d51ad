import type { Db } from '../../platform/db/connection.ts';

/** `logoVersion` null: no logo. */
export type NamedDeployment = { deploymentId: number; name: string; logoVersion: string | null };

/** Deployments with the names that people see: the name of the branding, otherwise that of the deployment. */
export async function listNamedDeployments(sql: Db, deploymentIds: number[]): Promise<NamedDeployment[]> {
  return sql<NamedDeployment[]>`
    select deployment_id as "deploymentId", coalesce(nullif(settings -> 'Branding' ->> 'Name', ''), name) as name,
      logo_version as "logoVersion"
    from deployments where deployment_id = any (${deploymentIds}::bigint[]) order by 2, 1`;
}

/** The name of this deployment; null if it is the only one of the instance. */
export async function findDistinctName(sql: Db, deploymentId: number): Promise<string | null> {
  const [row] = await sql<{ name: string }[]>`
    select coalesce(nullif(settings -> 'Branding' ->> 'Name', ''), name) as name from deployments
    where deployment_id = ${deploymentId} and exists (select from deployments where deployment_id <> ${deploymentId})`;
  return row?.name ?? null;
}
