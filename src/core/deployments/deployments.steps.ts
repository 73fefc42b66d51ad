import type { Tx } from '../../platform/db/connection.ts';

/** Creates an empty deployment (tenant) and returns its id. Add people with addUser. */
export async function addDeployment(tx: Tx, deployment: { name: string; now: Date }): Promise<number> {
  const [row] = await tx<{ deploymentId: number }[]>`
    insert into deployments (name, created_at) values (${deployment.name}, ${deployment.now})
    returning deployment_id as "deploymentId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.deploymentId;
}
