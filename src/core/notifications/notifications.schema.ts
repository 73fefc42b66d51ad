import { Type } from 'typebox';
import { flag, id, links, time } from '../../platform/openapi/fields.ts';

/** docs/api/notifications.md#notification-object */
export const NotificationSchema = Type.Object(
  {
    NotificationDate: time('When the event happened.'),
    Message: Type.String({
      description:
        'Text with mentions of the form `[@Key=id]text[/]`; the keys are UserId, DocumentId, FolderId, LibraryId, and ' +
        'TaskId. A backslash before `[` or `\\` makes it plain text.',
    }),
    IsRead: flag('Whether the notification was marked as read.'),
    Links: links({ Self: Type.String({ format: 'uri', description: 'The notification; DELETE removes it.' }) }),
  },
  { title: 'Notification', description: 'Something that concerns the current user.' },
);

export const NotificationParams = Type.Object({
  notificationId: id('The notification; the last part of its `Links.Self`.'),
});

/** Data of a stream event; `Notification` is set for a new notification. */
const NewsSchema = Type.Object(
  {
    Notification: Type.Optional(NotificationSchema),
    UnreadCount: Type.Integer({ description: 'Number of unread notifications; 100 stands for that many or more.' }),
  },
  { title: 'NotificationNews', description: 'The data of an event in the stream of notifications.' },
);

/** Data of an event about an open list: one of the ids. */
const ListNewsSchema = Type.Object(
  {
    FolderId: Type.Optional(id('The folder.')),
    LibraryId: Type.Optional(id('The library, for its root folders.')),
  },
  { title: 'ListNews', description: 'The data of an event about a list that the client looks at.' },
);

/** Data of the events of a stream. */
export const StreamSchema = Type.Union([NewsSchema, ListNewsSchema]);
