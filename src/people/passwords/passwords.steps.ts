import type { Tx } from '../../platform/db/connection.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { deleteUnusedLinks } from '../one-time-links/one-time-links.queries.ts';
import { revokeUserTokens } from '../tokens/tokens.steps.ts';
import type { UserKey } from '../../core/actor.ts';
import { storePassword } from '../credentials/credentials.queries.ts';
import { endSessions } from '../sessions/sessions.queries.ts';

type Change = { passwordHash: string; sparedSessionId: number | null; revokesTokens: boolean; now: Date };

/**
 * Replaces the user's password: ends all sessions except the spared one, voids links that would set another password,
 * and optionally revokes the user's API tokens. The caller has locked the user's row (lockUser).
 */
export async function replacePassword(tx: Tx, user: UserKey & { email: string }, change: Change): Promise<void> {
  await storePassword(tx, user, change.passwordHash);
  await endSessions(tx, user, change.sparedSessionId);
  await deleteUnusedLinks(tx, user);
  // After the sessions: a session that is creating a token locks its row, and the token is visible here afterwards.
  const revokedTokens = change.revokesTokens ? await revokeUserTokens(tx, user, change.now) : 0;
  const who = { deploymentId: user.deploymentId, userId: user.userId, at: change.now };
  const details = { revokedTokens };
  await insertActivity(tx, who, { type: 'PasswordChanged', contentName: user.email, details });
}
