import type { Db } from '../../platform/db/connection.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../actor.ts';
import { NOTIFICATION_POLICY } from '../core.policy.ts';
import { assertParty, isParty } from '../policy.ts';
import { type NotificationRow, findNotification } from './notifications.queries.ts';

/** The notification for reading it: 404 unless it is the actor's own (docs/api/notifications.md#operations). */
export async function accessNotification(sql: Db, actor: Actor, notificationId: number): Promise<NotificationRow> {
  const found = await findNotification(sql, actor.deploymentId, notificationId);
  const isHidden = found === undefined || !isParty(NOTIFICATION_POLICY.View, partiesOf(found, actor));
  if (isHidden) throw notFound('notification');
  return found;
}

/** The notification for changing it: 404, then 403 for somebody else's (docs/api/notifications.md#operations). */
export async function accessOwnNotification(sql: Db, actor: Actor, notificationId: number): Promise<NotificationRow> {
  const found = await findNotification(sql, actor.deploymentId, notificationId, 'change');
  if (found === undefined) throw notFound('notification');
  assertParty(NOTIFICATION_POLICY.Change, partiesOf(found, actor));
  return found;
}

function partiesOf({ userId }: { userId: number }, actor: Actor): { recipient: boolean } {
  return { recipient: userId === actor.userId };
}
