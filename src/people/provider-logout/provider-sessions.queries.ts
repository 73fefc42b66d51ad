import type { Tx } from '../../platform/db/connection.ts';
import { announceEnded } from '../../core/notifications/notifications.queries.ts';

type Named = { issuer: string; subject: string | null; providerSession: string | null };

/**
 * Ends the sessions that the provider names by its session, its subject, or both; returns how many of which user. Index:
 * sessions_provider, identities_subject.
 */
export async function endProviderSessions(
  tx: Tx,
  { deploymentId, providerId }: { deploymentId: number; providerId: number },
  { issuer, subject, providerSession }: Named,
): Promise<{ userId: number; email: string; sessions: number }[]> {
  const rows = await tx<{ userId: number; email: string; sessions: number }[]>`
    with ended as (
      delete from sessions s
      where s.deployment_id = ${deploymentId} and s.provider_id = ${providerId}
        and (${providerSession}::text is null or s.provider_session = ${providerSession})
        and (${subject}::text is null or s.user_id = (
          select i.user_id from identities i
          where i.deployment_id = ${deploymentId} and i.provider_id = ${providerId} and i.issuer = ${issuer}
            and i.subject = ${subject}))
      returning s.user_id
    )
    select e.user_id as "userId", u.email, count(*)::int as sessions
    from ended e join users u on u.deployment_id = ${deploymentId} and u.user_id = e.user_id
    group by e.user_id, u.email`;
  await announceEnded(
    tx,
    deploymentId,
    rows.map(({ userId }) => userId),
  );
  return rows;
}
