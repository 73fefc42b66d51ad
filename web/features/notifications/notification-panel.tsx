import { Button, CloseButton, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import { deleteNotifications, idOf, markAllRead } from '../../api/notifications.ts';
import { messages } from '../../messages/en.ts';
import { MoreButton, nextPageOf } from '../../ui/more-button.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { focusPanel } from './focus.ts';
import { NotificationRow } from './notification-row.tsx';
import { useChange, useNotifications } from './use-notifications.ts';

const t = messages.notifications;

/** All notifications, newest first, with their actions. */
export function NotificationPanel({ unread, close }: { unread: number; close: () => void }) {
  const query = useNotifications();
  const { data, refetch } = query;
  const error = query.isFetchNextPageError ? null : query.error;
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h4">
          {t.title}
        </Title>
        <CloseButton aria-label={t.close} onClick={close} />
      </Group>
      <ProblemAlert error={error}>
        <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
          {messages.states.failed.again}
        </Button>
      </ProblemAlert>
      {data === undefined && error === null ? <Skeleton height={64} aria-label={messages.visit.loading} /> : null}
      {data?.length === 0 ? <Text c="dimmed">{t.none}</Text> : null}
      {data === undefined || data.length === 0 ? null : (
        <>
          <ForAll unread={unread} />
          <ul>
            {data.map((notification) => (
              <NotificationRow key={idOf(notification)} notification={notification} close={close} />
            ))}
          </ul>
        </>
      )}
      <MoreButton next={nextPageOf(query)} />
    </Stack>
  );
}

function ForAll({ unread }: { unread: number }) {
  const read = useChange(markAllRead);
  const readAll = ({ currentTarget }: MouseEvent) => {
    read.mutate();
    focusPanel(currentTarget);
  };
  return (
    <>
      <ProblemAlert error={read.error} />
      <Group gap="xs">
        {unread === 0 ? null : (
          <Button {...small} loading={read.isPending} onClick={readAll}>
            {t.readAll}
          </Button>
        )}
        <DeleteAll />
      </Group>
    </>
  );
}

// Confirms in place, because deleted notifications cannot be restored.
function DeleteAll() {
  const [isAsking, setAsking] = useState(false);
  const remove = useChange(deleteNotifications);
  const answer = (isSure: boolean, { currentTarget }: MouseEvent) => {
    if (isSure) remove.mutate();
    else setAsking(false);
    focusPanel(currentTarget);
  };
  if (!isAsking) {
    return (
      <Button {...small} onClick={() => setAsking(true)}>
        {t.deleteAll}
      </Button>
    );
  }
  return (
    <>
      <ProblemAlert error={remove.error} />
      <Button size="compact-sm" color="red" loading={remove.isPending} onClick={(event) => answer(true, event)}>
        {t.confirmDeleteAll}
      </Button>
      <Button {...small} ref={focusIt} onClick={(event) => answer(false, event)}>
        {t.keep}
      </Button>
    </>
  );
}

const small = { variant: 'default', size: 'compact-sm' } as const;

// The confirmation replaces the button that had the focus.
const focusIt = (button: HTMLButtonElement | null) => button?.focus();
