import { IconCircleCheck, IconFolderUp } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import type { Task, UploadRequest } from '../../api/answers.ts';
import { homeMessages } from '../../messages/en/home.ts';
import { formatDate } from '../../ui/format.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ItemIcon } from '../library/item/item-icon.tsx';
import { Nothing, Panel } from './panel.tsx';
import css from './home.module.css';

const t = homeMessages.waiting;

/** Tasks and requests for the person, each with a button that opens it. */
export function Waiting({ tasks, requests }: { tasks: Task[]; requests: UploadRequest[] }) {
  return (
    <Panel title={t.title} {...(tasks.length === 0 ? {} : { to: '/tasks' })}>
      {tasks.length + requests.length === 0 ? <Nothing Icon={IconCircleCheck} text={t.none} /> : null}
      <ul className={css.rows}>
        {tasks.map((task) => (
          <TaskRow key={task.TaskId} task={task} />
        ))}
        {requests.map((request) => (
          <RequestRow key={request.ShareId} request={request} />
        ))}
      </ul>
    </Panel>
  );
}

function TaskRow({ task }: { task: Task }) {
  const { TaskId, ItemName, Creator, CreatorPerson, DueDate } = task;
  return (
    <li className={css.row}>
      <ItemIcon entry={{ kind: 'document', name: ItemName }} size={24} />
      <span className={css.what}>
        {ItemName}
        <small>
          {t.approve(CreatorPerson.Name || Creator)}, {t.due(formatDate(DueDate))}
        </small>
      </span>
      <LinkButton to="/tasks/$taskId" params={{ taskId: String(TaskId) }} variant="filled" label={t.decideOf(ItemName)}>
        {t.decide}
      </LinkButton>
    </li>
  );
}

function RequestRow({ request }: { request: UploadRequest }) {
  const { FolderName, RequestedBy, IsGuided, MissingCount, ExpiresOn, WebUri } = request;
  const parts = [
    t.request(RequestedBy),
    ...(IsGuided ? [t.missing(MissingCount)] : []),
    ...(ExpiresOn === null ? [] : [t.expires(formatDate(ExpiresOn))]),
  ];
  return (
    <li className={css.row}>
      <IconFolderUp size={24} stroke={1.5} className={css.library} aria-hidden />
      <span className={css.what}>
        {FolderName}
        <small>{parts.join(', ')}</small>
      </span>
      <Button component="a" href={WebUri} size="sm" aria-label={t.uploadTo(FolderName)}>
        {t.upload}
      </Button>
    </li>
  );
}
