import type { Tx } from '../../platform/db/connection.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { deleteUnusedLinks } from '../one-time-links/one-time-links.queries.ts';
import { revokeUserTokens } from '../tokens/tokens.steps.ts';
import { type UserKey, storePassword } from './credentials.queries.ts';
import { endSessions } from './sessions.queries.ts';

type Change = { passwordHash: string; sparedSessionId: number | null; revokesTokens: boolean; now: Date };

/**
 * Gives the user another password: ends all sessions but the spared one, makes links that would set another password
 * void, and revokes the user's API tokens if that is wanted. The caller holds the user's row (lockUser).
 */
export async function replacePassword(tx: Tx, user: UserKey & { email: string }, change: Change): Promise<void> {
  await storePassword(tx, user, change.passwordHash);
  await endSessions(tx, user, change.sparedSessionId);
  await deleteUnusedLinks(tx, user);
  // After the sessions: one that is just making a token holds its row, and the token is then found here.
  const revokedTokens = change.revokesTokens ? await revokeUserTokens(tx, user, change.now) : 0;
  const who = { deploymentId: user.deploymentId, userId: user.userId, at: change.now };
  const details = { revokedTokens };
  await insertActivity(tx, who, { type: 'PasswordChanged', contentName: user.email, details });
}
