import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';

/** The owner of notifications. */
export type UserKey = { deploymentId: number; userId: number };

export type NotificationRow = { notificationId: number; message: string; createdAt: string; isRead: boolean };

/** The channel on which PostgreSQL signals changes to every API process; see notification-hub.ts. */
export const CHANNEL = 'carrel_notifications';

/** PostgreSQL limits payloads to 8000 bytes; an id has at most 16 digits. */
const USERS_IN_PAYLOAD = 400;

/** Sends the same notification to each user, live if a stream is open. `message` is markup (mention, escapeMarkup). */
export async function insertNotifications(
  tx: Tx,
  deploymentId: number,
  userIds: number[],
  message: string,
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return;
  await tx`
    with added as (
      insert into notifications (deployment_id, user_id, message, created_at)
      select ${deploymentId}, user_id, ${message}, ${now} from unnest(${userIds}::bigint[]) as user_id
    )
    select pg_notify(${CHANNEL}, payload) from unnest(${payloads(deploymentId, userIds)}::text[]) as payload`;
}

/** Signals that notifications of the user were deleted or read. PostgreSQL delivers it at the commit. */
export async function announceChange(tx: Tx, { deploymentId, userId }: UserKey): Promise<void> {
  await tx`select pg_notify(${CHANNEL}, ${payloads(deploymentId, [userId])[0] ?? ''})`;
}

const ENDED = 'ended:';

/**
 * Signals at the commit that sessions of the users have ended, so that their streams are checked at once. Processes of releases
 * without this signal find no user in it.
 */
export async function announceEnded(tx: Tx, deploymentId: number, userIds: number[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx`
    select pg_notify(${CHANNEL}, ${ENDED}::text || payload)
    from unnest(${payloads(deploymentId, userIds)}::text[]) as payload`;
}

/** The users whose sessions have ended; null for another signal. */
export function endedOfPayload(payload: string): UserKey[] | null {
  return payload.startsWith(ENDED) ? usersOfPayload(payload.slice(ENDED.length)) : null;
}

/** The users in a payload of the channel. */
export function usersOfPayload(payload: string): UserKey[] {
  const [deployment, users = ''] = payload.split(':', 2);
  return users.split(',').map((user) => ({ deploymentId: Number(deployment), userId: Number(user) }));
}

/** Newest first. Index: notifications_user, or notifications_unread. */
export async function listNotifications(
  sql: Db,
  user: UserKey,
  { limit, after }: Page<[number]>,
  { onlyUnread }: { onlyUnread: boolean },
): Promise<NotificationRow[]> {
  return sql<NotificationRow[]>`
    select notification_id as "notificationId", message, created_at as "createdAt", read_at is not null as "isRead"
    from notifications
    where ${ofUser(sql, user, after?.[0])} ${onlyUnread ? sql`and read_at is null` : sql``}
    order by user_id desc, notification_id desc limit ${limit === null ? null : limit + 1}`;
}

/** Any notification of the deployment, by primary key. `change`: locked until the end of the transaction. */
export async function findNotification(
  sql: Db,
  deploymentId: number,
  notificationId: number,
  lock?: 'change',
): Promise<(NotificationRow & { userId: number }) | undefined> {
  const [row] = await sql<(NotificationRow & { userId: number })[]>`
    select notification_id as "notificationId", user_id as "userId", message, created_at as "createdAt",
      read_at is not null as "isRead"
    from notifications
    where deployment_id = ${deploymentId} and notification_id = ${notificationId}
    ${lock === undefined ? sql`` : sql`for update`}`;
  return row;
}

export async function deleteNotification(tx: Tx, deploymentId: number, notificationId: number): Promise<void> {
  await tx`
    delete from notifications where deployment_id = ${deploymentId} and notification_id = ${notificationId}`;
}

/** Returns how many were deleted. Index: notifications_user. */
export async function deleteNotifications(tx: Tx, user: UserKey): Promise<number> {
  const { count } = await tx`delete from notifications where ${ofUser(tx, user)}`;
  return count;
}

export async function markRead(tx: Tx, deploymentId: number, notificationId: number, now: Date): Promise<void> {
  await tx`
    update notifications set read_at = ${now}
    where deployment_id = ${deploymentId} and notification_id = ${notificationId} and read_at is null`;
}

/** Returns how many were unread. Index: notifications_unread. */
export async function markAllRead(tx: Tx, user: UserKey, now: Date): Promise<number> {
  const { count } = await tx`
    update notifications set read_at = ${now} where ${ofUser(tx, user)} and read_at is null`;
  return count;
}

/** Above every id. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;

// Compared as pairs, because only the indexes by user have that order. The primary key is ordered by id as well: for a
// user with few notifications it would scan those of everybody else.
function ofUser(sql: Db, { deploymentId, userId }: UserKey, below = NO_LIMIT): Fragment {
  return sql`
    deployment_id = ${deploymentId} and (user_id, notification_id) > (${userId}, 0)
    and (user_id, notification_id) < (${userId}, ${below})`;
}

// `5:17,18`: the deployment and its users.
function payloads(deploymentId: number, userIds: number[]): string[] {
  const count = Math.ceil(userIds.length / USERS_IN_PAYLOAD);
  return Array.from({ length: count }, (_, index) => {
    const users = userIds.slice(index * USERS_IN_PAYLOAD, (index + 1) * USERS_IN_PAYLOAD);
    return `${deploymentId}:${users.join(',')}`;
  });
}
