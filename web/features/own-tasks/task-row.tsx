import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Task } from '../../api/answers.ts';
import { taskMessages } from '../../messages/en/tasks.ts';
import { formatDate } from '../../ui/format.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Person, PersonOrAddress } from '../../ui/person/person.tsx';
import { ItemIcon } from '../library/item/item-icon.tsx';
import { Confirm } from '../sharing/confirm.tsx';
import { decidedVersion } from '../tasks/decided-version.ts';
import { isDueSoon } from './order.ts';
import { useTaskActions } from './use-task-actions.ts';
import sharingCss from '../sharing/sharing.module.css';
import ownTasksCss from './own-tasks.module.css';
import libraryCss from '../library/library.module.css';

const t = taskMessages.list;

/** One task with its actions. `isMine`: created by the person who looks. */
export function TaskRow({ task, isMine }: { task: Task; isMine: boolean }) {
  return (
    <li className={sharingCss.ownLink}>
      <div className={sharingCss.ownLinkHead}>
        <ItemIcon entry={{ kind: 'document', name: task.ItemName }} size={26} />
        <div className={libraryCss.placeWhat}>
          <Link to="/tasks/$taskId" params={{ taskId: String(task.TaskId) }} className={sharingCss.ownLinkName}>
            {task.ItemName}
          </Link>
          <small>
            {isMine ? t.of : t.by}{' '}
            {isMine ? (
              <PersonOrAddress person={task.AssigneePerson} address={task.Assignee} size={20} />
            ) : (
              <Person person={task.CreatorPerson} size={20} />
            )}
          </small>
        </div>
      </div>
      <Marks task={task} />
      <DecidedVersion task={task} />
      <p className={ownTasksCss.taskText}>{task.Instructions}</p>
      {task.Comment === null ? null : <p className={ownTasksCss.taskText}>{t.comment(task.Comment)}</p>}
      <TaskButtons task={task} />
    </li>
  );
}

function DecidedVersion({ task }: { task: Task }) {
  const text = decidedVersion(task);
  return text === null ? null : <p className={ownTasksCss.taskText}>{text}</p>;
}

function Marks({ task }: { task: Task }) {
  const [now] = useState(() => new Date());
  const { TaskStatus, TaskResult, DueDate } = task;
  const due = formatDate(DueDate);
  const outcome = TaskStatus === 'Completed' && TaskResult !== '' ? TaskResult : TaskStatus;
  return (
    <ul className={sharingCss.marks}>
      {outcome === 'Open' || outcome === 'Completed' ? null : (
        <li className={`${sharingCss.mark} ${sharingCss.isOpen}`}>{t.status[outcome]}</li>
      )}
      {isDueSoon(task, now) ? <li className={`${sharingCss.mark} ${sharingCss.isLoud}`}>{t.soon}</li> : null}
      <li className={TaskStatus === 'Expired' ? `${sharingCss.mark} ${sharingCss.isLoud}` : sharingCss.mark}>
        {TaskStatus === 'Expired' ? t.late(due) : t.due(due)}
      </li>
      {task.ChangedSinceAssigned && task.DecidedRevision === null ? (
        <li className={sharingCss.mark}>{t.changed}</li>
      ) : null}
    </ul>
  );
}

// At the other end of the row, so that nobody deletes a task when they want to review it.
const apart = { variant: 'subtle', color: 'red', ml: 'auto' } as const;

function TaskButtons({ task }: { task: Task }) {
  const { Abilities, ItemName: name, Assignee, AssigneePerson } = task;
  const [dialog, setDialog] = useState<'cancel' | 'remove' | null>(null);
  const { cancel, remove } = useTaskActions(task);
  const close = () => setDialog(null);
  return (
    <div className={libraryCss.browserActions}>
      {Abilities.Complete ? (
        <LinkButton
          to="/tasks/$taskId"
          params={{ taskId: String(task.TaskId) }}
          variant="filled"
          label={t.decideOn(name)}
        >
          {t.decide}
        </LinkButton>
      ) : null}
      {Abilities.Cancel ? (
        <Button size="sm" variant="default" aria-label={t.cancelOf(name)} onClick={() => setDialog('cancel')}>
          {t.cancel}
        </Button>
      ) : null}
      {Abilities.Delete ? (
        <Button {...apart} size="sm" aria-label={t.removeOf(name)} onClick={() => setDialog('remove')}>
          {t.remove}
        </Button>
      ) : null}
      {dialog === 'cancel' ? (
        <Confirm title={t.confirmCancel} action={t.cancel} keep={t.keep} onClose={close} onConfirm={cancel}>
          {t.confirmCancelText(AssigneePerson?.Name ?? Assignee)}
        </Confirm>
      ) : null}
      {dialog === 'remove' ? (
        <Confirm title={t.confirmRemove} action={t.remove} keep={t.keep} onClose={close} onConfirm={remove}>
          {t.confirmRemoveText}
        </Confirm>
      ) : null}
    </div>
  );
}
