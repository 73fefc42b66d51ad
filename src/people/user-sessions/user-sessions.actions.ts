/** Ends sessions of a user, for that user and for site admins. API tokens stay valid. */
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { recordForBoth } from '../../core/activity/activity.queries.ts';
import { mention } from '../../core/notifications/markup.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';
import { deleteBrowserOfSession } from '../devices/known-browsers.queries.ts';
import { endSession } from '../sessions/sessions.queries.ts';
import { accessUser } from '../users/users.access.ts';
import { signOutUser } from './sign-out.steps.ts';

/** Ends all sessions of the user, including that of the request. A user whom a site admin signs out gets a notification. */
export async function signOutEverywhere(deps: Deps, actor: Actor, userId: number): Promise<void> {
  const { deploymentId, now } = actor;
  await transaction(deps.sql, async (tx) => {
    const user = await accessUser(tx, actor, userId, 'ManageSessions', 'change');
    const sessions = await signOutUser(tx, { deploymentId, userId });
    await recordForBoth(tx, actor, userId, { type: 'UserSignedOut', contentName: user.email, details: { sessions } });
    const message = `${mention('UserId', actor.userId, actor.name)} signed you out everywhere.`;
    if (userId !== actor.userId) await insertNotifications(tx, deploymentId, [userId], message, now);
  });
}

/** Ends one session of the user. 404 if it does not exist. */
export async function endUserSession(deps: Deps, actor: Actor, userId: number, sessionId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const user = await accessUser(tx, actor, userId, 'ManageSessions');
    const key = { deploymentId: actor.deploymentId, userId };
    await deleteBrowserOfSession(tx, key, sessionId);
    if (!(await endSession(tx, key, sessionId))) throw notFound('session');
    const details = { sessions: 1 };
    await recordForBoth(tx, actor, userId, { type: 'UserSignedOut', contentName: user.email, details });
  });
}
