import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { completeLinkTask, getLinkTask } from '../../api/tasks.ts';
import { downloadUrl, getDocument, previewableOf } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { VisitPage, Waiting } from '../visits/link-page.tsx';
import { FailedMessage } from '../visits/states.tsx';
import { useVisit } from '../visits/visit-context.ts';
import { TaskView } from './task-view.tsx';
import { useSending } from './use-sending.ts';

/** The page where a person without an account decides, opened by the emailed link. */
export function TaskLinkPage() {
  const { taskId } = useParams({ strict: false });
  return (
    <VisitPage isHere={({ TaskId }) => String(TaskId) === taskId} gone={messages.task.gone} open={<TaskOfLink />} />
  );
}

function TaskOfLink() {
  const { link, visit } = useVisit();
  const { ItemId: documentId } = visit;
  const taskKey = ['task', 'link', link.reference];
  const { data, error, refetch } = useQuery({ queryKey: taskKey, queryFn: () => getLinkTask(link) });
  const send = useSending(taskKey, (decided) => completeLinkTask(link, decided));
  if (data !== undefined) {
    return (
      <TaskView
        task={data}
        getDocument={async () => previewableOf(link, await getDocument(link, documentId), { visit })}
        documentKey={['previewable', link.reference, documentId]}
        downloadUrl={downloadUrl(link, documentId)}
        send={send}
      />
    );
  }
  return error === null ? <Waiting /> : <FailedMessage error={error} retry={() => void refetch()} />;
}
