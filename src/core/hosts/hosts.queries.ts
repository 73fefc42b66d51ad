import type { Db } from '../../platform/db/connection.ts';

/** The deployments that have a host name of their own, by that name. */
export async function readHosts(sql: Db): Promise<Map<string, number>> {
  const rows = await sql<{ host: string; deploymentId: number }[]>`
    select host, deployment_id as "deploymentId" from deployments where host is not null`;
  return new Map(rows.map(({ host, deploymentId }) => [host, deploymentId]));
}

/** Null: the deployment has none. */
export async function findHost(sql: Db, deploymentId: number): Promise<string | null> {
  const [row] = await sql<{ host: string | null }[]>`
    select host from deployments where deployment_id = ${deploymentId}`;
  return row?.host ?? null;
}

/** Null removes it. False if another deployment has it. Index: deployments_host. */
export async function storeHost(sql: Db, deploymentId: number, host: string | null): Promise<boolean> {
  const { count } = await sql`
    update deployments set host = ${host} where deployment_id = ${deploymentId}
      and not exists (select from deployments where host = ${host} and deployment_id <> ${deploymentId})`;
  return count === 1;
}
