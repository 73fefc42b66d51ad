import { Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { type Me, getMe } from '../../api/account.ts';
import { ApiError } from '../../api/client.ts';
import { previewOf } from '../../api/documents.ts';
import { contentUrl, getDocument } from '../../api/library.ts';
import { type TaskOfDocument, completeTask, getTask } from '../../api/tasks.ts';
import { texts } from '../../texts/en.ts';
import { Message } from '../../ui/message.tsx';
import { Look, Page } from '../../ui/page.tsx';
import { Waiting } from '../visits/link-page.tsx';
import { FailedMessage, NotFoundMessage } from '../visits/states.tsx';
import { TaskView } from './task-view.tsx';
import { useSending } from './use-sending.ts';

/** Where somebody who is signed in decides, or sees what was decided. */
export function TaskPage() {
  const { taskId = '' } = useParams({ strict: false });
  const here = `/tasks/${taskId}`;
  const me = useQuery({ queryKey: ['me'], queryFn: getMe });
  const { data, error, refetch } = useQuery({ queryKey: ['task', taskId], queryFn: () => getTask(taskId) });
  if (statusOf(error) === 401) return <Navigate to="/sign-in" search={{ back: here }} replace />;
  const title = data === undefined ? 'Carrel' : `${data.ItemName} · Carrel`;
  return (
    <Look color={me.data?.Branding.Color ?? null}>
      <Page brand={me.data === undefined ? null : brandOf(me.data)} title={title}>
        {data !== undefined ? (
          <OwnTask taskId={taskId} task={data} />
        ) : error === null ? (
          <Waiting />
        ) : (
          <NoTask error={error} email={me.data?.Email} here={here} retry={() => void refetch()} />
        )}
      </Page>
    </Look>
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
      send={send}
    />
  );
}

function brandOf({ Branding: { Name, LogoUri }, DeploymentName }: Me) {
  return { Name: Name ?? DeploymentName, LogoUri };
}

type NoTaskProps = { error: Error; email: string | undefined; here: string; retry: () => void };

function NoTask({ error, email, here, retry }: NoTaskProps) {
  if (statusOf(error) === 404) return <NotFoundMessage />;
  if (statusOf(error) !== 403) return <FailedMessage error={error} retry={retry} />;
  const said = texts.task.forbidden;
  return (
    <Message icon={<IconLock size={40} stroke={1.5} aria-hidden />} title={said.title} text={said.text}>
      {email === undefined ? null : <Text style={{ overflowWrap: 'anywhere' }}>{said.signedInAs(email)}</Text>}
      <Link to="/sign-in" search={{ back: here }}>
        {said.signIn}
      </Link>
    </Message>
  );
}

function statusOf(error: Error | null): number | null {
  return error instanceof ApiError ? error.status : null;
}
