import { listTasksOf } from '../../api/own-tasks.ts';
import { activityMessages as t } from '../../messages/en/activity.ts';
import { documentMessages } from '../../messages/en/document.ts';
import { TaskRow } from '../own-tasks/task-row.tsx';
import { usePagedList } from '../shell/list-page.tsx';
import { useMe } from '../shell/use-me.ts';
import { ListSection } from './list-section.tsx';

/** The person's tasks about a document. */
export function DocumentTasks({ documentId }: { documentId: number }) {
  const { UserId } = useMe();
  const list = usePagedList(['tasks', 'of', String(documentId)], (after) => listTasksOf(documentId, after));
  return (
    <ListSection title={t.tasks} list={list} empty={documentMessages.noTasks}>
      {(task) => <TaskRow key={task.TaskId} task={task} isMine={task.CreatorPerson.UserId === UserId} />}
    </ListSection>
  );
}
