import { ActionIcon, Text } from '@mantine/core';
import { IconCheck, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Notification, deleteNotification, idOf, markRead } from '../../api/notifications.ts';
import { texts } from '../../texts/en.ts';
import { printAgo } from '../../ui/ago.ts';
import { printTime } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { type Part, partsOf, textOf } from './message-parts.ts';
import { useChange } from './use-notifications.ts';

const said = texts.notifications;

/** One notification. Whoever follows where it leads has read it. */
export function NotificationRow({ notification, close }: { notification: Notification; close: () => void }) {
  const { Message, NotificationDate, IsRead } = notification;
  const id = idOf(notification);
  const read = useChange(() => markRead(id));
  const remove = useChange(() => deleteNotification(id));
  const now = useMinutes();
  const parts = partsOf(Message);
  const follow = () => {
    if (!IsRead) read.mutate();
    close();
  };
  return (
    <li className="notification" data-unread={!IsRead}>
      <div className="notification-text">
        <MessageText parts={parts} follow={follow} />
        <Text size="sm" c="dimmed">
          {IsRead ? '' : `${said.isUnread} · `}
          <time dateTime={NotificationDate} title={printTime(NotificationDate)}>
            {printAgo(NotificationDate, now)}
          </time>
        </Text>
        <ProblemAlert error={read.error ?? remove.error} />
      </div>
      {IsRead ? null : (
        <ActionIcon variant="subtle" color="gray" aria-label={said.read(textOf(parts))} onClick={() => read.mutate()}>
          <IconCheck size={18} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={said.remove(textOf(parts))} onClick={() => remove.mutate()}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function MessageText({ parts, follow }: { parts: Part[]; follow: () => void }) {
  return (
    <p className="notification-message">
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

function useMinutes(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
