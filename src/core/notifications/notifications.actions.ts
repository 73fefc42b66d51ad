/**
 * Reading and deleting notifications (docs/api/notifications.md#operations). Other tabs and devices of the user are
 * notified.
 */
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import type { Actor } from '../actor.ts';
import { accessOwnNotification } from './notifications.access.ts';
import {
  type NotificationRow,
  announceChange,
  deleteNotification,
  deleteNotifications,
  markAllRead,
  markRead,
} from './notifications.queries.ts';

export async function dismissNotification(deps: Deps, actor: Actor, notificationId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    await accessOwnNotification(tx, actor, notificationId);
    await deleteNotification(tx, actor.deploymentId, notificationId);
    await announceChange(tx, actor);
  });
}

export async function dismissNotifications(deps: Deps, actor: Actor): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    if ((await deleteNotifications(tx, actor)) > 0) await announceChange(tx, actor);
  });
}

/** Marks a notification as read and returns it. Idempotent. */
export async function readNotification(deps: Deps, actor: Actor, notificationId: number): Promise<NotificationRow> {
  return transaction(deps.sql, async (tx) => {
    const found = await accessOwnNotification(tx, actor, notificationId);
    if (found.isRead) return found;
    await markRead(tx, actor.deploymentId, notificationId, actor.now);
    await announceChange(tx, actor);
    return { ...found, isRead: true };
  });
}

/** Marks all current notifications as read. */
export async function readNotifications(deps: Deps, actor: Actor): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    if ((await markAllRead(tx, actor, actor.now)) > 0) await announceChange(tx, actor);
  });
}
