import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Task } from '../../api/answers.ts';
import { taskTexts } from '../../texts/en/tasks.ts';
import { printDate } from '../../ui/format.ts';
import { EntryIcon } from '../library/entry-icon.tsx';
import { Confirm } from '../sharing/confirm.tsx';
import { decidedVersion } from '../tasks/decided-version.ts';
import { isDueSoon } from './order.ts';
import { useTaskActions } from './use-task-actions.ts';

const said = taskTexts.list;

/** One task with its actions. `isMine`: created by the person who looks. */
export function TaskRow({ task, isMine }: { task: Task; isMine: boolean }) {
  return (
    <li className="own-link">
      <div className="own-link-head">
        <EntryIcon entry={{ kind: 'document', name: task.ItemName }} size={26} />
        <div className="place-what">
          <a href={`/tasks/${task.TaskId}`} className="own-link-name">
            {task.ItemName}
          </a>
          <small>{isMine ? said.of(task.Assignee) : said.by(task.Creator)}</small>
        </div>
      </div>
      <Marks task={task} />
      <DecidedVersion task={task} />
      <p className="task-text">{task.Instructions}</p>
      {task.Comment === null ? null : <p className="task-text">{said.comment(task.Comment)}</p>}
      <Ways task={task} />
    </li>
  );
}

function DecidedVersion({ task }: { task: Task }) {
  const text = decidedVersion(task);
  return text === null ? null : <p className="task-text">{text}</p>;
}

function Marks({ task }: { task: Task }) {
  const [now] = useState(() => new Date());
  const { TaskStatus, TaskResult, DueDate } = task;
  const due = printDate(DueDate);
  const outcome = TaskStatus === 'Completed' && TaskResult !== '' ? TaskResult : TaskStatus;
  return (
    <ul className="marks">
      {outcome === 'Open' || outcome === 'Completed' ? null : <li className="mark is-open">{said.status[outcome]}</li>}
      {isDueSoon(task, now) ? <li className="mark is-loud">{said.soon}</li> : null}
      <li className={TaskStatus === 'Expired' ? 'mark is-loud' : 'mark'}>
        {TaskStatus === 'Expired' ? said.late(due) : said.due(due)}
      </li>
      {task.ChangedSinceAssigned && task.DecidedRevision === null ? <li className="mark">{said.changed}</li> : null}
    </ul>
  );
}

function Ways({ task }: { task: Task }) {
  const { Abilities, ItemName: name, Assignee } = task;
  const [asked, ask] = useState<'cancel' | 'remove' | null>(null);
  const { cancel, remove } = useTaskActions(task);
  const close = () => ask(null);
  return (
    <div className="browser-actions">
      {Abilities.Complete ? (
        <Button component="a" size="sm" href={`/tasks/${task.TaskId}`} aria-label={said.decideOn(name)}>
          {said.decide}
        </Button>
      ) : null}
      {Abilities.Cancel ? (
        <Button size="sm" variant="default" aria-label={said.cancelOf(name)} onClick={() => ask('cancel')}>
          {said.cancel}
        </Button>
      ) : null}
      {Abilities.Delete ? (
        <Button size="sm" variant="subtle" color="red" aria-label={said.removeOf(name)} onClick={() => ask('remove')}>
          {said.remove}
        </Button>
      ) : null}
      {asked === 'cancel' ? (
        <Confirm title={said.confirmCancel} action={said.cancel} keep={said.keep} onClose={close} onConfirm={cancel}>
          {said.confirmCancelText(Assignee)}
        </Confirm>
      ) : null}
      {asked === 'remove' ? (
        <Confirm title={said.confirmRemove} action={said.remove} keep={said.keep} onClose={close} onConfirm={remove}>
          {said.confirmRemoveText}
        </Confirm>
      ) : null}
    </div>
  );
}
