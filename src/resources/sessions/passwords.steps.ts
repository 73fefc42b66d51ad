import type { Tx } from '../../platform/db/connection.ts';
import { insertActivity } from '../activity/activity.queries.ts';
import { forgetUnusedLinks } from '../one-time-links/one-time-links.queries.ts';
import { type UserKey, storePassword } from './credentials.queries.ts';
import { endSessions } from './sessions.queries.ts';

/**
 * Gives the user another password: ends all sessions but the spared one, and makes links that would set another password
 * void. The caller holds the user's row (lockUser).
 */
export async function replacePassword(
  tx: Tx,
  user: UserKey & { email: string },
  change: { passwordHash: string; sparedSessionId: number | null; now: Date },
): Promise<void> {
  await storePassword(tx, user, change.passwordHash);
  await endSessions(tx, user, change.sparedSessionId);
  await forgetUnusedLinks(tx, user);
  const who = { deploymentId: user.deploymentId, userId: user.userId, at: change.now };
  await insertActivity(tx, who, { type: 'PasswordChanged', contentName: user.email });
}
