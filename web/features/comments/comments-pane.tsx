import { Button, Skeleton } from '@mantine/core';
import { IconFile, IconMessages } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CommentSource, ThreadState } from '../../api/comments.ts';
import { commentMessages as t } from '../../messages/en/comments.ts';
import { Empty } from '../../ui/empty.tsx';
import { MoreButton, nextPageOf } from '../../ui/more-button.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { usePageMarks } from '../viewer/marks/page-marks.tsx';
import { pageOfHash } from '../viewer/paged/page-address.ts';
import { GoneReply } from './gone-reply.tsx';
import { NewComment } from './new-comment.tsx';
import { ThreadView } from './thread-view.tsx';
import { CommentContext, useSource, useThreads } from './use-comments.ts';
import { draftKey, findDraft } from './use-draft.ts';
import css from './comments.module.css';

type Props = {
  source: CommentSource;
  /** Actions on all comments. */
  children?: ReactNode;
};

/** The threads of a document, and a field for a new one. */
export function CommentsPane({ source, children }: Props) {
  const [state, setState] = useState<ThreadState>('open');
  const marks = usePageMarks();
  // Marks are those of open threads.
  if (marks?.goal === 'thread' && state !== 'open') setState('open');
  return (
    <CommentContext value={source}>
      <NewThread key={source.documentId} onAdded={() => setState('open')} />
      <div className={css.head}>
        <StateFilter state={state} onChange={setState} />
        {children}
      </div>
      <Threads key={state} source={source} state={state} onShowResolved={() => setState('resolved')} />
    </CommentContext>
  );
}

// The page in the address is the current one of the viewer.
function NewThread({ onAdded }: { onAdded: () => void }) {
  const marks = usePageMarks();
  const part = useRef<HTMLDivElement>(null);
  useKeptPlace();
  useEffect(() => {
    if (marks?.goal !== 'form') return;
    const field = part.current?.querySelector('textarea');
    field?.focus();
    // On a phone, the bar at the bottom would cover it.
    field?.scrollIntoView({ block: 'center' });
    marks.reached();
  }, [marks]);
  const place = marks?.draft ?? null;
  return (
    <div ref={part}>
      {marks?.on === 'pages' && place === null ? (
        <Button
          size="compact-sm"
          variant="subtle"
          className={css.onPage ?? ''}
          leftSection={<IconFile size={16} aria-hidden />}
          onClick={() => marks.begin({ page: pageOfHash(window.location.hash) ?? 1, region: null })}
        >
          {t.onThisPage}
        </Button>
      ) : null}
      <NewComment place={place} onPlaceEnd={marks?.endDraft} onAdded={onAdded} />
    </div>
  );
}

// A draft that the tab has kept is about the same part of the document as before.
function useKeptPlace(): void {
  const resume = usePageMarks()?.resume;
  const key = draftKey(useSource(), 'new');
  // Before the form keeps its draft again, still without the place.
  const [place] = useState(() => findDraft(key)?.place ?? null);
  useEffect(() => {
    if (place !== null) resume?.(place);
  }, [place, resume]);
}

function StateFilter({ state, onChange }: { state: ThreadState; onChange: (state: ThreadState) => void }) {
  return (
    <div role="group" aria-label={t.show} className={css.states}>
      {(['open', 'resolved'] as const).map((each) => (
        <Button
          key={each}
          size="compact-sm"
          variant={each === state ? 'light' : 'subtle'}
          aria-pressed={each === state}
          onClick={() => onChange(each)}
        >
          {t.states[each]}
        </Button>
      ))}
    </div>
  );
}

type ThreadsProps = { source: CommentSource; state: ThreadState; onShowResolved: () => void };

function Threads({ source, state, onShowResolved }: ThreadsProps) {
  const query = useThreads(source, state);
  const { data, error } = query;
  const keptFocus = useKeptFocus<HTMLUListElement>(data?.length ?? 0);
  if (data === undefined && error !== null) return <ProblemAlert error={error} />;
  if (data === undefined) return <Skeleton height={120} radius="md" />;
  return (
    <>
      {state === 'open' ? <GoneReply threads={data} onShowResolved={onShowResolved} /> : null}
      {data.length === 0 ? (
        <Empty Icon={IconMessages} text={t.none[state]} />
      ) : (
        <ul className={css.threads} {...keptFocus}>
          {data.map((thread) => (
            <ThreadView key={thread.first.CommentId} thread={thread} />
          ))}
        </ul>
      )}
      <MoreButton label={t.more} size="compact-sm" next={nextPageOf(query)} />
    </>
  );
}
