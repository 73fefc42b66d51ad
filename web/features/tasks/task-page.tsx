import { Button, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ApiError } from '../../api/client.ts';
import { previewOf } from '../../api/documents.ts';
import { contentUrl, getDocument } from '../../api/library.ts';
import { type TaskOfDocument, completeTask, getTask } from '../../api/tasks.ts';
import { messages } from '../../messages/en.ts';
import { taskMessages } from '../../messages/en/tasks.ts';
import { Message } from '../../ui/message.tsx';
import { PageTitle } from '../shell/shell-page.tsx';
import { useMe } from '../shell/use-me.ts';
import { Waiting } from '../visits/link-page.tsx';
import { FailedMessage, NotFoundMessage } from '../visits/states.tsx';
import { TaskView } from './task-view.tsx';
import { useSending } from './use-sending.ts';
import tasksCss from './tasks.module.css';
import shellCss from '../shell/shell.module.css';

/** The page where a person with an account decides or sees the outcome. */
export function TaskPage() {
  const { taskId = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery({ queryKey: ['task', taskId], queryFn: () => getTask(taskId) });
  return (
    <div className={`${shellCss.shellPage} ${tasksCss.taskPage}`}>
      <PageTitle title={data?.ItemName ?? taskMessages.list.section} />
      {data !== undefined ? (
        <OwnTask taskId={taskId} task={data} />
      ) : error === null || statusOf(error) === 401 ? (
        <Waiting />
      ) : (
        <NoTask error={error} here={`/tasks/${taskId}`} retry={() => void refetch()} />
      )}
    </div>
  );
}

function OwnTask({ taskId, task }: { taskId: string; task: TaskOfDocument }) {
  const send = useSending(['task', taskId], (decided) => completeTask(taskId, decided));
  return (
    <TaskView
      task={task}
      getDocument={async () => previewOf(await getDocument(task.DocumentId))}
      documentKey={['previewable', task.DocumentId]}
      downloadUrl={contentUrl(task.DocumentId)}
      open={
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to="/documents/$documentId" params={{ documentId: String(task.DocumentId) }} {...props} />
          )}
        >
          {taskMessages.openDocument}
        </Button>
      }
      send={send}
    />
  );
}

type NoTaskProps = { error: Error; here: string; retry: () => void };

function NoTask({ error, here, retry }: NoTaskProps) {
  const { Email } = useMe();
  if (statusOf(error) === 404) return <NotFoundMessage />;
  if (statusOf(error) !== 403) return <FailedMessage error={error} retry={retry} />;
  const t = messages.task.forbidden;
  return (
    <Message icon={<IconLock size={40} stroke={1.5} aria-hidden />} title={t.title} text={t.text}>
      <Text style={{ overflowWrap: 'anywhere' }}>{t.signedInAs(Email)}</Text>
      <Link to="/sign-in" search={{ back: here }}>
        {t.signIn}
      </Link>
    </Message>
  );
}

function statusOf(error: Error | null): number | null {
  return error instanceof ApiError ? error.status : null;
}
