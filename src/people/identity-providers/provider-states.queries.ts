/** The state of providers for site admins: the last sign-in, failure and test (docs/api/sign-in.md#identity-providers). */
import type { Db } from '../../platform/db/connection.ts';
import type { Failure } from './failure-classes.ts';

export type ProviderState = {
  lastSignInAt: string | null;
  lastFailure: Failure | null;
  lastFailureAt: string | null;
  testedAt: string | null;
  /** How many people are connected to it. */
  people: number;
};

type ProviderKey = { deploymentId: number; providerId: number };

/** Times are exact to this, so that a busy provider does not write its row at each sign-in. */
const STEP_MS = 60_000;

/** The states of the deployment's providers, or of one of them. Index: identities_subject for the numbers of people. */
export async function readProviderStates(
  sql: Db,
  deploymentId: number,
  providerId: number | null,
): Promise<Map<number, ProviderState>> {
  const rows = await sql<(ProviderState & { providerId: number })[]>`
    select p.provider_id as "providerId", s.last_sign_in_at as "lastSignInAt", s.last_failure as "lastFailure",
      s.last_failure_at as "lastFailureAt", s.tested_at as "testedAt",
      (select count(*) from identities i
        where i.deployment_id = p.deployment_id and i.provider_id = p.provider_id) as people
    from identity_providers p left join identity_provider_states s using (deployment_id, provider_id)
    where p.deployment_id = ${deploymentId} and (${providerId}::bigint is null or p.provider_id = ${providerId})`;
  return new Map(rows.map((row) => [row.providerId, row]));
}

/** Does nothing if the provider was deleted in the meantime. The functions below behave the same. */
export async function recordSignIn(sql: Db, key: ProviderKey, now: Date): Promise<void> {
  await sql`
    insert into identity_provider_states as s (deployment_id, provider_id, last_sign_in_at)
    select deployment_id, provider_id, ${now} from identity_providers
    where deployment_id = ${key.deploymentId} and provider_id = ${key.providerId}
    on conflict (deployment_id, provider_id) do update set last_sign_in_at = excluded.last_sign_in_at
    where coalesce(s.last_sign_in_at < ${new Date(now.getTime() - STEP_MS)}, true)`;
}

export async function recordProviderFailure(sql: Db, key: ProviderKey, failure: Failure, now: Date): Promise<void> {
  await sql`
    insert into identity_provider_states as s (deployment_id, provider_id, last_failure, last_failure_at)
    select deployment_id, provider_id, ${failure}, ${now} from identity_providers
    where deployment_id = ${key.deploymentId} and provider_id = ${key.providerId}
    on conflict (deployment_id, provider_id) do update
    set last_failure = excluded.last_failure, last_failure_at = excluded.last_failure_at
    where s.last_failure is distinct from excluded.last_failure
      or s.last_failure_at < ${new Date(now.getTime() - STEP_MS)}`;
}

/** `now` null: the client id, secret or scopes have changed, so earlier tests no longer count. */
export async function recordTested(sql: Db, key: ProviderKey, now: Date | null): Promise<void> {
  await sql`
    insert into identity_provider_states (deployment_id, provider_id, tested_at)
    select deployment_id, provider_id, ${now} from identity_providers
    where deployment_id = ${key.deploymentId} and provider_id = ${key.providerId}
    on conflict (deployment_id, provider_id) do update set tested_at = excluded.tested_at`;
}
