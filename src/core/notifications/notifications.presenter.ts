import type { Static } from 'typebox';
import type { NotificationRow } from './notifications.queries.ts';
import type { NotificationSchema } from './notifications.schema.ts';

export function presentNotification(row: NotificationRow, baseUrl: string): Static<typeof NotificationSchema> {
  return {
    NotificationDate: row.createdAt,
    Message: row.message,
    IsRead: row.isRead,
    Links: { Self: `${baseUrl}/api/notifications/${row.notificationId}` },
  };
}
