import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { recordForBoth } from '../../core/activity/activity.queries.ts';
import { mention } from '../../core/notifications/markup.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';
import { assertFresh, freshSessionOf } from '../credentials/fresh.ts';
import { accessUser } from '../users/users.access.ts';
import { removeAllFactors } from './reset.steps.ts';

/**
 * Removes all second factors of a person who has lost them, and tells that person. From a session it must be freshly
 * authenticated; one's own factors cannot be reset with an API token.
 */
export async function resetFactors(deps: Deps, actor: Actor, userId: number): Promise<void> {
  const { deploymentId, now } = actor;
  if (userId === actor.userId) freshSessionOf(actor);
  else assertFresh(actor);
  await transaction(deps.sql, async (tx) => {
    const user = await accessUser(tx, actor, userId, 'Change', 'change');
    const owner = { ...user, deploymentId };
    await removeAllFactors(tx, owner, { by: actor.name, now });
    await recordForBoth(tx, actor, userId, { type: 'SecondFactorsReset', contentName: user.email });
    const message = `${mention('UserId', actor.userId, actor.name)} reset two-step verification for your account.`;
    if (userId !== actor.userId) await insertNotifications(tx, deploymentId, [userId], message, now);
  });
}
