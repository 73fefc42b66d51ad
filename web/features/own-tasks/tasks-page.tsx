import { IconChecklist } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import type { Task } from '../../api/answers.ts';
import { listTasks } from '../../api/own-tasks.ts';
import { homeMessages } from '../../messages/en/home.ts';
import { taskMessages } from '../../messages/en/tasks.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListPage, usePagedList } from '../shell/list-page.tsx';
import { useMe } from '../shell/use-me.ts';
import { groupTasks } from './order.ts';
import { TaskRow } from './task-row.tsx';
import libraryCss from '../library/library.module.css';
import ownTasksCss from './own-tasks.module.css';

const t = taskMessages.list;

/** The tasks assigned to the person and requested by the person, overdue tasks first. */
export function TasksPage() {
  const { Email } = useMe();
  const { view } = useSearch({ strict: false });
  const isMine = view === 'asked';
  const list = usePagedList(['tasks'], listTasks);
  return (
    <ListPage title={t.title} list={list} head={<Views />}>
      {(all) => <Groups tasks={all.filter(({ Creator }) => (Creator === Email) === isMine)} isMine={isMine} />}
    </ListPage>
  );
}

// In the address, so that the back button returns to it.
function Views() {
  const current = { className: ownTasksCss.isCurrent, 'aria-current': 'page' } as const;
  const options = { exact: true, includeSearch: true };
  return (
    <nav className={ownTasksCss.views} aria-label={t.section}>
      <Link to="/tasks" search={{}} activeProps={current} activeOptions={options}>
        {t.forMe}
      </Link>
      <Link to="/tasks" search={{ view: 'asked' }} activeProps={current} activeOptions={options}>
        {t.byMe}
      </Link>
    </nav>
  );
}

function Groups({ tasks, isMine }: { tasks: Task[]; isMine: boolean }) {
  const { overdue, open, ended } = groupTasks(tasks);
  return (
    <>
      {overdue.length + open.length === 0 ? (
        <Empty Icon={IconChecklist} text={isMine && tasks.length === 0 ? t.none.byMe : t.none.forMe}>
          {isMine ? <LinkButton to="/libraries">{homeMessages.toLibraries}</LinkButton> : null}
        </Empty>
      ) : null}
      <Group title={t.overdue} tasks={overdue} isMine={isMine} />
      <Group title={t.open} tasks={open} isMine={isMine} />
      <Group title={t.ended} tasks={ended} isMine={isMine} />
    </>
  );
}

function Group({ title, tasks, isMine }: { title: string; tasks: Task[]; isMine: boolean }) {
  if (tasks.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={ownTasksCss.groupTitle}>
        {title} <span>{tasks.length}</span>
      </h2>
      <ul className={libraryCss.placeList}>
        {tasks.map((task) => (
          <TaskRow key={task.TaskId} task={task} isMine={isMine} />
        ))}
      </ul>
    </section>
  );
}
