import { Button, Title } from '@mantine/core';
import { listTasksOf } from '../../api/own-tasks.ts';
import { activityTexts as said } from '../../texts/en/activity.ts';
import { appTexts } from '../../texts/en/app.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { TaskRow } from '../own-tasks/task-row.tsx';
import { usePagedList } from '../shell/list-page.tsx';
import { useMe } from '../shell/use-me.ts';
import '../own-tasks/own-tasks.css';

/** The tasks about a document that one has made or is to decide. Nothing where there are none. */
export function DocumentTasks({ documentId }: { documentId: number }) {
  const { Email } = useMe();
  const { items, error, more, isFetchingMore } = usePagedList(['tasks', 'of', String(documentId)], (after) =>
    listTasksOf(documentId, after),
  );
  if (error !== null) return <ProblemAlert error={error} />;
  if (items === undefined || items.length === 0) return null;
  return (
    <section className="document-section" aria-label={said.tasks}>
      <Title order={2} size="h5" mb="xs">
        {said.tasks}
      </Title>
      <ul className="place-list">
        {items.map((task) => (
          <TaskRow key={task.TaskId} task={task} isMine={task.Creator === Email} />
        ))}
      </ul>
      {more === null ? null : (
        <Button variant="default" size="compact-md" mt="sm" loading={isFetchingMore} onClick={more}>
          {appTexts.list.more}
        </Button>
      )}
    </section>
  );
}
