/** Changed limits of sessions take effect at once (docs/api/settings.md). */
import type { Tx } from '../../platform/db/connection.ts';
import type { SettingChange } from '../../core/settings/merge-settings.ts';
import { announceEnded } from '../../core/notifications/notifications.queries.ts';
import { isActiveSession } from '../credentials/session-limits.queries.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** After a change of the limits: longer limits do not revive ended sessions, and shorter limits close the streams of the sessions that they end. */
export async function applySessionLimits(
  tx: Tx,
  deploymentId: number,
  changes: SettingChange[],
  now: Date,
): Promise<void> {
  const before = new Map(changes.map(({ key, from }) => [key, from]));
  if (!before.has('SessionIdleMinutes') && !before.has('SessionMaxDays')) return;
  await deleteOverdue(tx, deploymentId, {
    usedBefore: timeAgo(now, before.get('SessionIdleMinutes'), MINUTE_MS),
    startedBefore: timeAgo(now, before.get('SessionMaxDays'), DAY_MS),
  });
  await announceEnded(tx, deploymentId, await listUsersOfEnded(tx, deploymentId, now));
}

function timeAgo(now: Date, limit: SettingChange['from'] | undefined, unit: number): Date | null {
  return typeof limit === 'number' ? new Date(now.getTime() - limit * unit) : null;
}

// Sessions that had ended under the previous limits. Null: there was no limit, or it is unchanged.
async function deleteOverdue(
  tx: Tx,
  deploymentId: number,
  { usedBefore, startedBefore }: { usedBefore: Date | null; startedBefore: Date | null },
): Promise<void> {
  await tx`
    delete from sessions
    where deployment_id = ${deploymentId} and (last_used_at <= ${usedBefore} or created_at <= ${startedBefore})`;
}

async function listUsersOfEnded(tx: Tx, deploymentId: number, now: Date): Promise<number[]> {
  const rows = await tx<{ userId: number }[]>`
    select distinct s.user_id as "userId"
    from sessions s join deployments d using (deployment_id)
    where s.deployment_id = ${deploymentId} and not (${isActiveSession(tx, now)})`;
  return rows.map(({ userId }) => userId);
}
