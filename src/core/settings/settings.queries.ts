import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { Settings, SettingsUpdate } from './settings.schema.ts';

/** Settings that were set, without defaults. */
export async function readStoredSettings(sql: Db, deploymentId: number): Promise<SettingsUpdate> {
  const [row] = await sql<{ settings: SettingsUpdate }[]>`
    select settings from deployments where deployment_id = ${deploymentId}`;
  return row?.settings ?? {};
}

/** SQL for one stored setting as JSON, null if unset, for statements that need it beside other rows. */
export function storedSetting(sql: Db, deploymentId: number, key: keyof Settings): Fragment {
  return sql`(select settings -> ${key}::text from deployments where deployment_id = ${deploymentId})`;
}

/** Serializes changes of this deployment's row until the end of the transaction. */
export async function lockDeployment(tx: Tx, deploymentId: number): Promise<void> {
  await tx`select from deployments where deployment_id = ${deploymentId} for no key update`;
}

export async function storeSettings(tx: Tx, deploymentId: number, settings: SettingsUpdate): Promise<void> {
  await tx`update deployments set settings = ${tx.json(settings)} where deployment_id = ${deploymentId}`;
}

/** The logo as PNG, or null. */
export async function readLogo(sql: Db, deploymentId: number): Promise<Buffer | null> {
  const [row] = await sql<{ logo: Buffer | null }[]>`
    select logo from deployments where deployment_id = ${deploymentId}`;
  return row?.logo ?? null;
}

/** The logo as PNG, and whether the deployment has a name of its own. */
export async function readEmblem(sql: Db, deploymentId: number): Promise<{ logo: Buffer | null; isNamed: boolean }> {
  const [row] = await sql<{ logo: Buffer | null; isNamed: boolean }[]>`
    select logo, coalesce(settings -> 'Branding' ->> 'Name', '') <> '' as "isNamed"
    from deployments where deployment_id = ${deploymentId}`;
  return row ?? { logo: null, isNamed: false };
}

/** The deployment with this id; null: that of an instance with only one. Null if there are several. */
export async function findShownDeployment(
  sql: Db,
  deploymentId: number | null,
): Promise<{ deploymentId: number; logoVersion: string | null } | null> {
  const [first, second] = await sql<{ deploymentId: number; logoVersion: string | null }[]>`
    select deployment_id as "deploymentId", logo_version as "logoVersion" from deployments
    where ${deploymentId}::bigint is null or deployment_id = ${deploymentId} limit 2`;
  return second === undefined ? (first ?? null) : null;
}

/** Settings that were set, and whether there is a logo. Does not read the logo itself, which has up to 256 kB. */
export async function readStoredLook(
  sql: Db,
  deploymentId: number,
): Promise<{ settings: SettingsUpdate; hasLogo: boolean }> {
  const [row] = await sql<{ settings: SettingsUpdate; hasLogo: boolean }[]>`
    select settings, logo_version is not null as "hasLogo" from deployments where deployment_id = ${deploymentId}`;
  return row ?? { settings: {}, hasLogo: false };
}

export async function storeLogo(tx: Tx, deploymentId: number, logo: Buffer | null): Promise<void> {
  await tx`update deployments set logo = ${logo} where deployment_id = ${deploymentId}`;
}
