import type { Fragment, Tx } from '../../platform/db/connection.ts';
import { announceEnded } from '../../core/notifications/notifications.queries.ts';

type Named = { issuer: string; subject: string | null; providerSession: string | null };

type Provider = { deploymentId: number; providerId: number };

/**
 * Ends pending sign-ins that would open such a session. Call it before ending the sessions: a sign-in that is being
 * finished has opened its session by then. Indexes: pending_sign_ins_pkey, identities_subject.
 */
export async function endProviderSignIns(tx: Tx, provider: Provider, named: Named): Promise<void> {
  await tx`delete from pending_sign_ins s where ${isNamed(tx, provider, named)}`;
}

/**
 * Ends the sessions that the provider names by its session, its subject, or both; returns how many of which user. Index:
 * sessions_provider, identities_subject.
 */
export async function endProviderSessions(
  tx: Tx,
  provider: Provider,
  named: Named,
): Promise<{ userId: number; email: string; sessions: number }[]> {
  const rows = await tx<{ userId: number; email: string; sessions: number }[]>`
    with ended as (
      delete from sessions s
      where ${isNamed(tx, provider, named)}
      returning s.user_id
    )
    select e.user_id as "userId", u.email, count(*)::int as sessions
    from ended e join users u on u.deployment_id = ${provider.deploymentId} and u.user_id = e.user_id
    group by e.user_id, u.email`;
  await announceEnded(
    tx,
    provider.deploymentId,
    rows.map(({ userId }) => userId),
  );
  return rows;
}

// A condition on sessions or pending sign-ins `s`.
function isNamed(
  tx: Tx,
  { deploymentId, providerId }: Provider,
  { issuer, subject, providerSession }: Named,
): Fragment {
  return tx`
    s.deployment_id = ${deploymentId} and s.provider_id = ${providerId}
    and (${providerSession}::text is null or s.provider_session = ${providerSession})
    and (${subject}::text is null or s.user_id = (
      select i.user_id from identities i
      where i.deployment_id = ${deploymentId} and i.provider_id = ${providerId} and i.issuer = ${issuer}
        and i.subject = ${subject}))`;
}
