import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { commentMessages as t } from '../../messages/en/comments.ts';
import { focusNow } from './focus-now.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { usePageMarks } from '../viewer/marks/page-marks.tsx';
import { CommentView } from './comment-view.tsx';
import { NewComment } from './new-comment.tsx';
import { type Thread, useCommentChange, useSource } from './use-comments.ts';
import { draftKey, findDraft } from './use-draft.ts';
import css from './comments.module.css';

/** A thread: its first comment, the replies, and the actions. */
export function ThreadView({ thread: { first, replies } }: { thread: Thread }) {
  const { item, isChosen } = useChosenThread(first.CommentId);
  return (
    <li
      ref={item}
      className={css.thread}
      tabIndex={-1}
      aria-label={t.thread(first.AuthorName)}
      data-comment={first.CommentId}
      data-chosen={isChosen || undefined}
    >
      <CommentView comment={first} />
      {replies.length === 0 ? null : (
        <ul className={css.replies}>
          {replies.map((reply) => (
            <li key={reply.CommentId}>
              <CommentView comment={reply} />
            </li>
          ))}
        </ul>
      )}
      <Answer first={first} />
      {first.IsResolved && first.ResolvedBy !== null ? (
        <p className={css.note}>{t.resolvedBy(first.ResolvedBy.Name)}</p>
      ) : null}
    </li>
  );
}

// A thread that was chosen on a page takes the focus. Its region is outlined as long as the thread is shown.
function useChosenThread(id: number) {
  const marks = usePageMarks();
  const item = useRef<HTMLLIElement>(null);
  const isChosen = marks?.chosen?.id === id;
  const release = marks?.release;
  useEffect(() => {
    if (!isChosen || marks?.goal !== 'thread') return;
    item.current?.focus();
    marks.reached();
  }, [isChosen, marks]);
  useEffect(() => (isChosen ? () => release?.(id) : undefined), [isChosen, release, id]);
  return { item, isChosen };
}

// The field for a reply, or the buttons that it takes the place of.
function Answer({ first }: Pick<Thread, 'first'>) {
  const key = draftKey(useSource(), `reply ${first.CommentId}`);
  const [isReplying, setReplying] = useState(() => findDraft(key) !== null);
  const [wasReplying, setReplied] = useState(false);
  const close = () => {
    setReplied(true);
    setReplying(false);
  };
  const { CommentId: id, AuthorName: name } = first;
  if (isReplying) return <NewComment replyTo={{ id, name }} onAdded={close} onCancel={close} />;
  return (
    <div className={css.buttons}>
      <Button
        ref={wasReplying ? focusNow : null}
        size="compact-sm"
        variant="subtle"
        aria-label={t.replyTo(name)}
        onClick={() => setReplying(true)}
      >
        {t.reply}
      </Button>
      <ResolveButton first={first} />
    </div>
  );
}

function ResolveButton({ first }: Pick<Thread, 'first'>) {
  const { setResolved } = useSource();
  const { mutate, isPending, error } = useCommentChange((source, isResolved: boolean) =>
    source.setResolved === null ? Promise.resolve() : source.setResolved(first.CommentId, isResolved),
  );
  if (setResolved === null || !first.Abilities.Resolve) return null;
  const action = first.IsResolved ? 'reopen' : 'resolve';
  const Icon = first.IsResolved ? IconArrowBackUp : IconCheck;
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<Icon size={16} aria-hidden />}
        aria-label={t.actionsOf[action](first.AuthorName)}
        loading={isPending}
        onClick={() => mutate(!first.IsResolved)}
      >
        {t.actions[action]}
      </Button>
      <ProblemAlert error={error} />
    </>
  );
}
