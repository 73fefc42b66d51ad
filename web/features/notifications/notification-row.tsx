import { ActionIcon, Text } from '@mantine/core';
import { IconCheck, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { type Notification, deleteNotification, idOf, markRead } from '../../api/notifications.ts';
import { messages } from '../../messages/en.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { focusBeside, focusRow } from './focus.ts';
import { type MessagePart, partsOf, textOf } from './message-parts.ts';
import { useChange } from './use-notifications.ts';
import css from './notifications.module.css';

const t = messages.notifications;

/** One notification. Following its link marks it as read. */
export function NotificationRow({ notification, close }: { notification: Notification; close: () => void }) {
  const { Message, IsRead } = notification;
  const id = idOf(notification);
  const read = useChange(() => markRead(id));
  const remove = useChange(() => deleteNotification(id));
  const row = useRef<HTMLLIElement>(null);
  const parts = partsOf(Message);
  const follow = () => {
    if (!IsRead) read.mutate();
    close();
  };
  const markAsRead = () => {
    read.mutate();
    focusRow(row.current);
  };
  const dismiss = () => {
    remove.mutate();
    focusBeside(row.current);
  };
  return (
    <li className={css.notification} data-unread={!IsRead} ref={row}>
      <div className={css.notificationText}>
        <MessageText parts={parts} follow={follow} />
        <When notification={notification} />
        <ProblemAlert error={read.error ?? remove.error} />
      </div>
      {IsRead ? null : (
        <ActionIcon {...quiet} aria-label={t.read(textOf(parts))} onClick={markAsRead}>
          <IconCheck size={18} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon {...quiet} aria-label={t.remove(textOf(parts))} onClick={dismiss}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}

const quiet = { variant: 'subtle', color: 'gray' } as const;

function MessageText({ parts, follow }: { parts: MessagePart[]; follow: () => void }) {
  return (
    <p className={css.notificationMessage}>
      {parts.map(({ at, text, isName, href }) => {
        if (href !== null)
          return (
            <Link key={at} to={href} onClick={follow}>
              {text}
            </Link>
          );
        return isName ? <strong key={at}>{text}</strong> : <span key={at}>{text}</span>;
      })}
    </p>
  );
}

function When({ notification: { NotificationDate, IsRead } }: { notification: Notification }) {
  return (
    <Text size="sm" c="dimmed">
      {IsRead ? '' : `${t.isUnread} · `}
      <RelativeTime iso={NotificationDate} />
    </Text>
  );
}
