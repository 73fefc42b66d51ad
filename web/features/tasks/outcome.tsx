import { Stack, Text, Title } from '@mantine/core';
import { IconBan, IconCircleCheck, IconCircleX, IconClockOff, IconHourglass } from '@tabler/icons-react';
import type { TaskOnPage } from '../../api/tasks.ts';
import { messages } from '../../messages/en.ts';
import { formatTime } from '../../ui/format.ts';
import { decidedVersion } from './decided-version.ts';
import css from './tasks.module.css';

const t = messages.task.outcome;

/** The outcome of a task or its assignee, how long the document can be viewed, and whether a decision was late. */
export function Outcome({ task, isLate }: { task: TaskOnPage; isLate: boolean }) {
  const { Icon, title, text } = outcomeOf(task);
  return (
    <Stack gap="sm">
      <Icon size={40} stroke={1.5} aria-hidden />
      <Title order={2} size="h3">
        {title}
      </Title>
      {isLate ? <Text>{t.late}</Text> : null}
      <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>
      <DecidedVersion task={task} />
      {task.Comment === null ? null : <blockquote className={css.taskQuote}>{task.Comment}</blockquote>}
      {task.TaskStatus === 'Open' || task.AccessEndsAt === null ? null : (
        <Text size="sm" c="dimmed">
          {t.readableUntil(formatTime(task.AccessEndsAt))}
        </Text>
      )}
    </Stack>
  );
}

function DecidedVersion({ task }: { task: TaskOnPage }) {
  const text = decidedVersion(task);
  return text === null ? null : <Text>{text}</Text>;
}

function outcomeOf({ TaskStatus: status, TaskResult: result, Creator, Assignee, DateEnded, DueDate }: TaskOnPage) {
  const ended = formatTime(DateEnded ?? DueDate);
  if (status === 'Open') return { Icon: IconHourglass, title: t.open, text: t.waitsFor(Assignee) };
  if (status === 'Cancelled') return { Icon: IconBan, title: t.cancelled, text: t.cancelledBy(Creator.Name, ended) };
  if (status === 'Expired') return { Icon: IconClockOff, title: t.expired, text: t.ask(ended, Creator.Name) };
  const isApproval = result === 'Positive';
  const Icon = isApproval ? IconCircleCheck : IconCircleX;
  return { Icon, title: isApproval ? t.approved : t.denied, text: t.by(Assignee, ended) };
}
