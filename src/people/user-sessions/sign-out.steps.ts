import type { Tx } from '../../platform/db/connection.ts';
import type { UserKey } from '../../core/actor.ts';
import { deleteBrowsers } from '../devices/known-browsers.queries.ts';
import { endSessions } from '../sessions/sessions.queries.ts';
import { deletePendingOf } from '../sign-in/pending.queries.ts';

/**
 * Signs a user out everywhere and deletes their known browsers, so that the next sign-in in any of them is announced. Returns
 * the number of sessions. The caller has locked the user's row, so a concurrent sign-in leaves no session.
 */
export async function signOutUser(tx: Tx, user: UserKey): Promise<number> {
  await deleteBrowsers(tx, user, { sparedSessionId: null });
  await deletePendingOf(tx, user);
  return endSessions(tx, user, null);
}
