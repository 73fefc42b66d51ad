import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCalendarDue, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Previewable } from '../../api/documents.ts';
import type { TaskOnPage } from '../../api/tasks.ts';
import { messages } from '../../messages/en.ts';
import { formatDistance, formatSize, formatTime } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import tasksCss from './tasks.module.css';
import pageCss from '../../ui/page.module.css';

const t = messages.task;

type Props = {
  task: TaskOnPage;
  document: Previewable | null;
  downloadUrl: string;
  /** Opens the document on its own page, for people with an account. */
  open?: ReactNode;
};

/** The requester, the document and the due date. */
export function TaskHead({ task, document, downloadUrl, open }: Props) {
  const { Creator: creator, CanDecide } = task;
  return (
    <section className={pageCss.card}>
      <Stack gap="sm">
        <div>
          <Text style={{ overflowWrap: 'anywhere' }}>
            {CanDecide ? t.asks(creator.Name) : t.asked(creator.Name, task.Assignee)}
          </Text>
          <Anchor href={`mailto:${creator.Email}`} size="sm" underline="always" style={{ overflowWrap: 'anywhere' }}>
            {creator.Email}
          </Anchor>
        </div>
        <Title order={1}>{task.ItemName}</Title>
        <Text className={tasksCss.taskInstructions}>{task.Instructions}</Text>
        {task.TaskStatus === 'Open' ? <DueDate iso={task.DueDate} t={CanDecide ? t.due : t.open} /> : null}
        {task.ChangedSinceAssigned && task.DecidedRevision === null ? <Changed task={task} /> : null}
        {document === null ? null : (
          <Group gap="xs">
            <Button
              component="a"
              href={downloadUrl}
              download
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              {messages.contents.withSize(messages.contents.download, formatSize(document.size))}
            </Button>
            {open}
          </Group>
        )}
      </Stack>
    </section>
  );
}

type DueDateProps = { iso: string; t: (time: string, distance: string) => string };

function DueDate({ iso, t: print }: DueDateProps) {
  return (
    <Group gap={6} wrap="nowrap">
      <IconCalendarDue size={18} aria-hidden />
      <Text size="sm">
        <time dateTime={iso}>{print(formatTime(iso), formatDistance(iso, useNow(60_000)))}</time>
      </Text>
    </Group>
  );
}

function Changed({ task }: { task: TaskOnPage }) {
  const { title, text } = task.CanDecide ? t.changed : t.changedForOthers;
  const { AssignedRevision: assigned, CurrentRevision: current } = task;
  return (
    <div className={tasksCss.taskChanged}>
      <IconAlertTriangle size={22} aria-hidden />
      <div>
        <Text fw={600}>{title}</Text>
        {current === null ? null : <Text size="sm">{text(assigned.RevisionNumber, current.RevisionNumber)}</Text>}
      </div>
    </div>
  );
}
