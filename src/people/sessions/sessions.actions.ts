/** Signing out. */
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { deleteBrowserOfSession, deleteBrowsers } from '../devices/known-browsers.queries.ts';
import { currentSession } from './sessions.presenter.ts';
import { endSession, endSessions } from './sessions.queries.ts';

/** Ends one session of the actor, current or not; false if it does not exist. Unless it is the current one, its browser is no longer known. */
export async function signOut(deps: Deps, actor: Actor, sessionId: number): Promise<boolean> {
  return transaction(deps.sql, async (tx) => {
    if (sessionId !== currentSession(actor)) await deleteBrowserOfSession(tx, actor, sessionId);
    const isEnded = await endSession(tx, actor, sessionId);
    if (isEnded) await recordSignOut(tx, actor, 1);
    return isEnded;
  });
}

/** Ends all sessions of the actor except the current one, and deletes their browsers. */
export async function signOutElsewhere(deps: Deps, actor: Actor, sparedId: number | null): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    await deleteBrowsers(tx, actor, { sparedSessionId: sparedId });
    const sessions = await endSessions(tx, actor, sparedId);
    if (sessions > 0) await recordSignOut(tx, actor, sessions);
  });
}

async function recordSignOut(tx: Tx, actor: Actor, sessions: number): Promise<void> {
  await recordActivity(tx, actor, { type: 'UserSignedOut', contentName: actor.email, details: { sessions } });
}
