import { Alert, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { commentMessages as t } from '../../messages/en/comments.ts';
import { type Thread, useSource } from './use-comments.ts';
import { draftKey, findDraft } from './use-draft.ts';

type Props = { threads: Thread[]; onShowResolved: () => void };

/** Says where a reply is that somebody was typing when its thread left the list of open ones. */
export function GoneReply({ threads, onShowResolved }: Props) {
  const source = useSource();
  const former = useRef<Thread[]>([]);
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    const shown = new Set(threads.map(idOf));
    const hasDraft = (thread: Thread) => findDraft(draftKey(source, `reply ${idOf(thread)}`)) !== null;
    if (former.current.some((thread) => !shown.has(idOf(thread)) && hasDraft(thread))) setGone(true);
    former.current = threads;
  }, [source, threads]);
  if (!isGone) return null;
  return (
    <Alert variant="outline" role="status" withCloseButton closeButtonLabel={t.close} onClose={() => setGone(false)}>
      {t.replyGone}{' '}
      <Button size="compact-sm" variant="subtle" onClick={onShowResolved}>
        {t.showResolved}
      </Button>
    </Alert>
  );
}

const idOf = ({ first }: Thread): number => first.CommentId;
