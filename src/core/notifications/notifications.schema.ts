import { Type } from 'typebox';

/** docs/api/notifications.md#notification-object */
export const NotificationSchema = Type.Object(
  {
    NotificationDate: Type.String({ format: 'date-time' }),
    Message: Type.String({
      description:
        'Text with mentions of the form `[@Key=id]text[/]`; the keys are UserId, DocumentId, FolderId, LibraryId and ' +
        'TaskId. A backslash before `[` or `\\` makes it plain text.',
    }),
    IsRead: Type.Boolean(),
    Links: Type.Object({ Self: Type.String({ format: 'uri' }) }),
  },
  { title: 'Notification' },
);

export const NotificationParams = Type.Object({ notificationId: Type.Integer() });

/** What an event of the stream says; `Notification` is there when one has come. */
export const NewsSchema = Type.Object(
  {
    Notification: Type.Optional(NotificationSchema),
    UnreadCount: Type.Integer({ description: 'Counted up to 100, which stands for all above.' }),
  },
  { title: 'NotificationNews' },
);
