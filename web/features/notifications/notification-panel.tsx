import { Button, CloseButton, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { deleteNotifications, idOf, markAllRead } from '../../api/notifications.ts';
import { texts } from '../../texts/en.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { NotificationRow } from './notification-row.tsx';
import { useChange, useNotifications } from './use-notifications.ts';

const said = texts.notifications;

/** All notifications, newest first, and what can be done with them. */
export function NotificationPanel({ unread, close }: { unread: number; close: () => void }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useNotifications();
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h4">
          {said.title}
        </Title>
        <CloseButton aria-label={said.close} onClick={close} />
      </Group>
      <ProblemAlert error={error}>
        <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
          {texts.states.failed.again}
        </Button>
      </ProblemAlert>
      {data === undefined && error === null ? <Skeleton height={64} aria-label={texts.visit.loading} /> : null}
      {data?.length === 0 ? <Text c="dimmed">{said.none}</Text> : null}
      {data === undefined || data.length === 0 ? null : (
        <>
          <ForAll unread={unread} />
          <ul className="notifications">
            {data.map((notification) => (
              <NotificationRow key={idOf(notification)} notification={notification} close={close} />
            ))}
          </ul>
        </>
      )}
      {hasNextPage ? (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.contents.more}
        </Button>
      ) : null}
    </Stack>
  );
}

// Deleting all asks back in place: there is no way to have them again.
function ForAll({ unread }: { unread: number }) {
  const [isAsking, setAsking] = useState(false);
  const read = useChange(markAllRead);
  const remove = useChange(deleteNotifications);
  return (
    <>
      <ProblemAlert error={read.error ?? remove.error} />
      <Group gap="xs">
        {unread === 0 ? null : (
          <Button variant="default" size="compact-sm" loading={read.isPending} onClick={() => read.mutate()}>
            {said.readAll}
          </Button>
        )}
        {isAsking ? (
          <>
            <Button color="red" size="compact-sm" loading={remove.isPending} onClick={() => remove.mutate()}>
              {said.deleteAllReally}
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => setAsking(false)}>
              {said.keep}
            </Button>
          </>
        ) : (
          <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
            {said.deleteAll}
          </Button>
        )}
      </Group>
    </>
  );
}
