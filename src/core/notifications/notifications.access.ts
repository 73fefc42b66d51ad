import type { Db } from '../../platform/db/connection.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import type { Actor } from '../actor.ts';
import { type NotificationRow, findNotification } from './notifications.queries.ts';

/** The notification for reading it: 404 unless it is the actor's own (docs/api/notifications.md#operations). */
export async function accessNotification(sql: Db, actor: Actor, notificationId: number): Promise<NotificationRow> {
  const found = await findNotification(sql, actor.deploymentId, notificationId);
  if (found?.userId !== actor.userId) throw notFound('notification');
  return found;
}

/** The notification for changing it: 404, then 403 for somebody else's (docs/api/notifications.md#operations). */
export async function accessOwnNotification(sql: Db, actor: Actor, notificationId: number): Promise<NotificationRow> {
  const found = await findNotification(sql, actor.deploymentId, notificationId, 'change');
  if (found === undefined) throw notFound('notification');
  if (found.userId !== actor.userId) throw forbidden('This notification belongs to another user.');
  return found;
}
