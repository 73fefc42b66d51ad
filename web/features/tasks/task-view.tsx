import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import type { Previewable } from '../../api/documents.ts';
import { type TaskDecision, type TaskOnPage, isAboutOldVersion } from '../../api/tasks.ts';
import { messages } from '../../messages/en.ts';
import { Viewer } from '../viewer/viewer.tsx';
import { FailedMessage } from '../visits/states.tsx';
import { DecisionForm } from './decision-form.tsx';
import { Outcome } from './outcome.tsx';
import { TaskHead } from './task-head.tsx';
import tasksCss from './tasks.module.css';
import pageCss from '../../ui/page.module.css';

type Props = {
  task: TaskOnPage;
  /** The document, and its query key. */
  getDocument: () => Promise<Previewable>;
  documentKey: unknown[];
  downloadUrl: string;
  /** Opens the document on its own page. */
  open?: ReactNode;
  send: (decided: TaskDecision) => Promise<unknown>;
};

/** A task: instructions, document and decision. The decision is always visible. */
export function TaskView({ task, getDocument, documentKey, downloadUrl, open, send }: Props) {
  const { data, error, refetch } = useQuery({ queryKey: documentKey, queryFn: getDocument });
  const queries = useQueryClient();
  const [isLate, setLate] = useState(false);
  const side = useFocusOnOutcome(task.CanDecide);
  const isCurrent = async () => {
    const { data: now = data } = await refetch();
    const isSame = data === undefined || now?.hash === data.hash;
    if (!isSame) await queries.invalidateQueries({ queryKey: ['task'] });
    return isSame;
  };
  const decide = (decided: TaskDecision) =>
    send(decided).catch((refusal: unknown) => {
      // A cancelled task may return 403, because the permission to read ended with it.
      const isOver = refusal instanceof ApiError && [403, 404, 409].includes(refusal.status);
      setLate(isOver && !isAboutOldVersion(refusal));
      throw refusal;
    });
  const document = isUnreadable(error) ? null : (data ?? null);
  return (
    <div className={tasksCss.task}>
      <div className={tasksCss.taskMain}>
        <TaskHead task={task} document={document} downloadUrl={downloadUrl} open={open} />
        <TaskDocument document={data} error={error} retry={() => void refetch()} />
      </div>
      <section
        className={`${tasksCss.taskSide} ${task.CanDecide ? tasksCss.taskBar : ''} ${pageCss.card}`}
        aria-label={messages.task.decision}
        ref={side}
        tabIndex={-1}
      >
        {task.CanDecide ? (
          <DecisionForm task={task} hash={data?.hash ?? null} isCurrent={isCurrent} send={decide} />
        ) : (
          <Outcome task={task} isLate={isLate} />
        )}
      </section>
    </div>
  );
}

type DocumentProps = { document: Previewable | undefined; error: Error | null; retry: () => void };

function TaskDocument({ document, error, retry }: DocumentProps) {
  if (isUnreadable(error)) return <div className={pageCss.card}>{messages.task.unreadable}</div>;
  if (document !== undefined) {
    return (
      <div className={pageCss.card}>
        <Viewer key={`${document.documentId} ${document.hash}`} document={document} />
      </div>
    );
  }
  if (error !== null) return <FailedMessage error={error} retry={retry} />;
  return <Skeleton height={320} radius="md" role="status" aria-label={messages.preview.loading} />;
}

// The buttons disappear after the decision, so the focus moves to the outcome.
function useFocusOnOutcome(canDecide: boolean): RefObject<HTMLElement | null> {
  const side = useRef<HTMLElement>(null);
  const could = useRef(canDecide);
  useEffect(() => {
    if (could.current && !canDecide) side.current?.focus();
    could.current = canDecide;
  }, [canDecide]);
  return side;
}

// In trash, purged, or no longer readable.
function isUnreadable(error: Error | null): boolean {
  return error instanceof ApiError && [403, 404].includes(error.status);
}
