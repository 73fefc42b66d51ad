/** Queries of streams for many users at once, compared as pairs like in lists (notifications.queries.ts). */
import type { Db } from '../../platform/db/connection.ts';
import { NO_LIMIT, type NotificationRow, type UserKey } from '../../core/notifications/notifications.queries.ts';

/** Unread notifications are counted up to this number. */
const MAX_UNREAD = 100;

export type Mark = UserKey & { newest: number; unread: number };

/** The newest notification (0: none) and the number of unread ones. Indexes: notifications_user, notifications_unread. */
export async function listMarks(sql: Db, users: UserKey[]): Promise<Mark[]> {
  return sql<Mark[]>`
    select u.deployment_id as "deploymentId", u.user_id as "userId",
      coalesce((
        select n.notification_id from notifications n
        where n.deployment_id = u.deployment_id and (n.user_id, n.notification_id) > (u.user_id, 0)
          and (n.user_id, n.notification_id) < (u.user_id, ${NO_LIMIT}::bigint)
        order by n.user_id desc, n.notification_id desc limit 1
      ), 0) as newest,
      (
        select count(*)::int from (
          select from notifications n
          where n.deployment_id = u.deployment_id and (n.user_id, n.notification_id) > (u.user_id, 0)
            and (n.user_id, n.notification_id) < (u.user_id, ${NO_LIMIT}::bigint) and n.read_at is null
          order by n.user_id, n.notification_id limit ${MAX_UNREAD}
        ) as counted
      ) as unread
    from unnest(${users.map((user) => user.deploymentId)}::bigint[], ${users.map((user) => user.userId)}::bigint[])
      as u (deployment_id, user_id)`;
}

/** The newest notifications of each user above an id, newest first, at most `limit` each. Index: notifications_user. */
export async function listNewest(
  sql: Db,
  users: (UserKey & { above: number })[],
  limit: number,
): Promise<(UserKey & NotificationRow)[]> {
  return sql<(UserKey & NotificationRow)[]>`
    select u.deployment_id as "deploymentId", u.user_id as "userId", n.notification_id as "notificationId", n.message,
      n.created_at as "createdAt", n.read_at is not null as "isRead"
    from unnest(
      ${users.map((user) => user.deploymentId)}::bigint[],
      ${users.map((user) => user.userId)}::bigint[],
      ${users.map((user) => user.above)}::bigint[]
    ) as u (deployment_id, user_id, above)
    cross join lateral (
      select * from notifications n
      where n.deployment_id = u.deployment_id and (n.user_id, n.notification_id) > (u.user_id, u.above)
        and (n.user_id, n.notification_id) < (u.user_id, ${NO_LIMIT}::bigint)
      order by n.user_id desc, n.notification_id desc limit ${limit}
    ) as n
    order by n.notification_id desc`;
}
