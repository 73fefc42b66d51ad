import type { Db, Tx } from '../../platform/db/connection.ts';
import type { SettingsPatch } from './settings.schema.ts';

/** What was set, without the defaults. */
export async function readStoredSettings(sql: Db, deploymentId: number): Promise<SettingsPatch> {
  const [row] = await sql<{ settings: SettingsPatch }[]>`
    select settings from deployments where deployment_id = ${deploymentId}`;
  return row?.settings ?? {};
}

/** Makes others who change this deployment's row wait until the end of the transaction. */
export async function lockDeployment(tx: Tx, deploymentId: number): Promise<void> {
  await tx`select from deployments where deployment_id = ${deploymentId} for no key update`;
}

export async function storeSettings(tx: Tx, deploymentId: number, settings: SettingsPatch): Promise<void> {
  await tx`update deployments set settings = ${tx.json(settings)} where deployment_id = ${deploymentId}`;
}

/** The logo as PNG, or null. */
export async function readLogo(sql: Db, deploymentId: number): Promise<Buffer | null> {
  const [row] = await sql<{ logo: Buffer | null }[]>`
    select logo from deployments where deployment_id = ${deploymentId}`;
  return row?.logo ?? null;
}

export async function storeLogo(tx: Tx, deploymentId: number, logo: Buffer | null): Promise<void> {
  await tx`update deployments set logo = ${logo} where deployment_id = ${deploymentId}`;
}
