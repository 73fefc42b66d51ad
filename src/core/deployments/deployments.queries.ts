import type { Db } from '../../platform/db/connection.ts';

/** `logoVersion` null: no logo. */
export type NamedDeployment = { deploymentId: number; name: string; logoVersion: string | null };

/** Deployments by the names that tell them apart: of the branding, otherwise of the deployment. */
export async function listNamedDeployments(sql: Db, deploymentIds: number[]): Promise<NamedDeployment[]> {
  return sql<NamedDeployment[]>`
    select deployment_id as "deploymentId", coalesce(nullif(settings -> 'Branding' ->> 'Name', ''), name) as name,
      logo_version as "logoVersion"
    from deployments where deployment_id = any (${deploymentIds}::bigint[]) order by 2, 1`;
}

/** Such a name; null if the instance has no other one. */
export async function findDistinctName(sql: Db, deploymentId: number): Promise<string | null> {
  const [row] = await sql<{ name: string }[]>`
    select coalesce(nullif(settings -> 'Branding' ->> 'Name', ''), name) as name from deployments
    where deployment_id = ${deploymentId} and exists (select from deployments where deployment_id <> ${deploymentId})`;
  return row?.name ?? null;
}
