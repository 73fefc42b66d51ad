import { alias, operations } from '../../platform/openapi/operations.ts';
import { StreamSchema } from './notifications.schema.ts';

const NOT_YOURS = {
  403: 'The notification belongs to somebody else.',
  404: 'No such notification exists.',
};

export const notificationDocs = operations('Notifications', {
  listNotifications: {
    summary: 'List your notifications',
    description:
      'Returns your notifications, newest first, at most 100 if `top` is absent. Listing does not mark them as read.',
    answers: { 200: 'The notifications.' },
  },
  listUnreadNotifications: {
    summary: 'List your unread notifications',
    description:
      'Returns the notifications that are not marked as read, newest first. Without `top` the list is complete.',
    answers: { 200: 'The unread notifications.' },
  },
  getNotification: {
    summary: 'Get a notification',
    description: 'Returns one of your notifications. It stays unread.',
    answers: { 200: 'The notification.', ...NOT_YOURS },
  },
  deleteNotification: {
    summary: 'Delete a notification',
    description: 'Deletes one of your notifications.',
    answers: { 200: 'The notification was deleted. The body is empty.', ...NOT_YOURS },
  },
  deleteNotifications: {
    summary: 'Delete all your notifications',
    description: 'Deletes all notifications of the current user, read and unread.',
    answers: { 200: 'The notifications were deleted. The body is empty.' },
  },
  markAllNotificationsRead: {
    summary: 'Mark all your notifications as read',
    description: 'Marks all notifications of the current user as read.',
    answers: { 204: 'The notifications are marked as read.' },
  },
  markNotificationRead: {
    summary: 'Mark a notification as read',
    description: 'Marks one of your notifications as read.',
    answers: { 200: 'The notification.', ...NOT_YOURS },
  },
  streamNotifications: {
    summary: 'Stream your notifications and changes of lists',
    description:
      'Sends notifications as server-sent events. `notification` has the new notification and its id; `unread` has the number ' +
      'of unread ones, at the start and when it changes. A comment line every 20 seconds keeps the connection open. ' +
      '`signed-out` ends the stream when the credential is no longer valid. With the header `Last-Event-ID` the events since ' +
      'then come first, at most 100. Each user can have 20 streams per API process. For lists named in `folders` and `libraries`, ' +
      '`watching` comes first, `changed` within a second after a change, and `lost` when you can no longer read the list; their ' +
      'data is a `ListNews`.',
    answers: {
      200: {
        description: 'The stream of events; the data of each is a `NotificationNews` or a `ListNews`.',
        content: { 'text/event-stream': { schema: StreamSchema } },
      },
      400: 'An id is not valid, or more than 10 folders or libraries are named.',
      429: 'You have 20 streams already.',
    },
  },
});

/** Without `/api`, as links of older notifications have it. */
export const unprefixedNotificationDocs = {
  getNotification: alias(notificationDocs.getNotification, 'getNotificationWithoutPrefix'),
  deleteNotification: alias(notificationDocs.deleteNotification, 'deleteNotificationWithoutPrefix'),
};
