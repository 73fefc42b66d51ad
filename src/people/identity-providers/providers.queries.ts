import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import { type RowLock, lockAndFind } from '../../platform/db/locks.ts';

export type ProviderGroup = { value: string; groupId: number };

/** The choices of site admins. */
export type ProviderTerms = {
  name: string;
  clientId: string;
  scopes: string[];
  allowedDomains: string[];
  createsUsers: boolean;
  linksByEmail: boolean;
  trustsEmails: boolean;
  groupsClaim: string | null;
  siteAdminClaim: string | null;
  siteAdminValue: string | null;
  requiresSecondFactor: boolean;
  isEnabled: boolean;
};

export type ProviderRow = ProviderTerms & {
  deploymentId: number;
  providerId: number;
  issuer: string;
  /** Encrypted; see client-secret.ts. */
  clientSecret: Buffer | null;
  createdAt: string;
  version: number;
  groups: (ProviderGroup & { name: string })[];
};

/** The providers of a deployment, by name. By the primary key. */
export async function listProviders(sql: Db, deploymentId: number): Promise<ProviderRow[]> {
  return sql<ProviderRow[]>`
    select ${providerColumns(sql)} from identity_providers p
    where deployment_id = ${deploymentId} order by lower(name), provider_id`;
}

export async function findProvider(
  sql: Db,
  deploymentId: number,
  providerId: number,
  lock?: RowLock,
): Promise<ProviderRow | undefined> {
  const one = sql`identity_providers p where deployment_id = ${deploymentId} and provider_id = ${providerId}`;
  return lockAndFind(sql, lock, one, sql<ProviderRow[]>`select ${providerColumns(sql)} from ${one}`);
}

/** The provider of an address that names no deployment. Index: identity_providers_id. */
export async function findProviderById(sql: Db, providerId: number): Promise<ProviderRow | undefined> {
  const [row] = await sql<ProviderRow[]>`
    select ${providerColumns(sql)} from identity_providers p where provider_id = ${providerId}`;
  return row;
}

/** The provider in its current state, which stays as it is until the end of the transaction. */
export async function lockProvider(
  tx: Tx,
  { deploymentId, providerId }: { deploymentId: number; providerId: number },
): Promise<ProviderRow | undefined> {
  await tx`
    select from identity_providers where deployment_id = ${deploymentId} and provider_id = ${providerId} for share`;
  return findProvider(tx, deploymentId, providerId);
}

export async function insertProvider(
  tx: Tx,
  deploymentId: number,
  provider: ProviderTerms & { issuer: string; now: Date },
): Promise<number> {
  const [row] = await tx<{ providerId: number }[]>`
    insert into identity_providers (deployment_id, name, issuer, client_id, scopes, allowed_domains, creates_users,
      links_by_email, trusts_emails, groups_claim, site_admin_claim, site_admin_value, requires_second_factor, is_enabled,
      created_at)
    values (${deploymentId}, ${provider.name}, ${provider.issuer}, ${provider.clientId}, ${provider.scopes},
      ${provider.allowedDomains}, ${provider.createsUsers}, ${provider.linksByEmail}, ${provider.trustsEmails},
      ${provider.groupsClaim}, ${provider.siteAdminClaim}, ${provider.siteAdminValue}, ${provider.requiresSecondFactor},
      ${provider.isEnabled}, ${provider.now})
    returning provider_id as "providerId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.providerId;
}

export async function updateProvider(
  tx: Tx,
  provider: ProviderTerms & { deploymentId: number; providerId: number },
): Promise<void> {
  await tx`
    update identity_providers set name = ${provider.name}, client_id = ${provider.clientId}, scopes = ${provider.scopes},
      allowed_domains = ${provider.allowedDomains}, creates_users = ${provider.createsUsers},
      links_by_email = ${provider.linksByEmail}, trusts_emails = ${provider.trustsEmails},
      groups_claim = ${provider.groupsClaim}, site_admin_claim = ${provider.siteAdminClaim},
      site_admin_value = ${provider.siteAdminValue}, requires_second_factor = ${provider.requiresSecondFactor},
      is_enabled = ${provider.isEnabled}, version = version + 1
    where deployment_id = ${provider.deploymentId} and provider_id = ${provider.providerId}`;
}

type ProviderKey = { deploymentId: number; providerId: number };

export async function storeClientSecret(tx: Tx, key: ProviderKey, sealed: Buffer | null): Promise<void> {
  await tx`
    update identity_providers set client_secret = ${sealed}, version = version + 1
    where deployment_id = ${key.deploymentId} and provider_id = ${key.providerId}`;
}

/**
 * Makes all processes read the configuration and the keys of the provider again, as a change of the provider does; returns its
 * row with the new version.
 */
export async function discardReadings(sql: Db, provider: ProviderRow): Promise<ProviderRow> {
  const [row] = await sql<{ version: number }[]>`
    update identity_providers set version = version + 1
    where deployment_id = ${provider.deploymentId} and provider_id = ${provider.providerId}
    returning version`;
  return { ...provider, ...row };
}

/** Deletes the provider with its identities. */
export async function deleteProviderRow(tx: Tx, key: ProviderKey): Promise<void> {
  await tx`
    delete from identity_providers where deployment_id = ${key.deploymentId} and provider_id = ${key.providerId}`;
}

export async function replaceProviderGroups(tx: Tx, key: ProviderKey, groups: ProviderGroup[]): Promise<void> {
  await tx`
    delete from identity_provider_groups
    where deployment_id = ${key.deploymentId} and provider_id = ${key.providerId}`;
  await tx`
    insert into identity_provider_groups (deployment_id, provider_id, claim_value, group_id)
    select ${key.deploymentId}, ${key.providerId}, claim_value, group_id
    from unnest(${groups.map(({ value }) => value)}::text[], ${groups.map(({ groupId }) => groupId)}::bigint[])
      as wanted (claim_value, group_id)
    on conflict do nothing`;
}

/** Ends the sessions that the provider opened; returns how many. Index: sessions_provider. */
export async function endSessionsOfProvider(tx: Tx, key: ProviderKey): Promise<number> {
  const { count } = await tx`
    delete from sessions where deployment_id = ${key.deploymentId} and provider_id = ${key.providerId}`;
  return count;
}

/** Whether the session was opened by an enabled provider, to which the person is still connected. */
export async function isProviderSession(sql: Db, deploymentId: number, sessionId: number): Promise<boolean> {
  const [row] = await sql`
    select from sessions s join identity_providers p using (deployment_id, provider_id)
    where s.deployment_id = ${deploymentId} and s.session_id = ${sessionId} and p.is_enabled
      and exists (select from identities i
        where i.deployment_id = s.deployment_id and i.user_id = s.user_id and i.provider_id = s.provider_id)`;
  return row !== undefined;
}

function providerColumns(sql: Db): Fragment {
  return sql`p.deployment_id as "deploymentId", p.provider_id as "providerId", p.name, p.issuer, p.client_id as "clientId",
    p.client_secret as "clientSecret", p.scopes, p.allowed_domains as "allowedDomains", p.creates_users as "createsUsers",
    p.links_by_email as "linksByEmail", p.trusts_emails as "trustsEmails", p.groups_claim as "groupsClaim",
    p.site_admin_claim as "siteAdminClaim", p.site_admin_value as "siteAdminValue",
    p.requires_second_factor as "requiresSecondFactor", p.is_enabled as "isEnabled", p.created_at as "createdAt", p.version,
    coalesce((select jsonb_agg(jsonb_build_object('value', m.claim_value, 'groupId', m.group_id, 'name', g.name)
        order by m.claim_value, m.group_id)
      from identity_provider_groups m join groups g using (deployment_id, group_id)
      where m.deployment_id = p.deployment_id and m.provider_id = p.provider_id), '[]') as groups`;
}
