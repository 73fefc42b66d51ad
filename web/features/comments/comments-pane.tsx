import { Button, Skeleton } from '@mantine/core';
import { IconFile, IconMessages } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CommentSource, ThreadState } from '../../api/comments.ts';
import { commentMessages as t } from '../../messages/en/comments.ts';
import { Empty } from '../../ui/empty.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { pageOfHash } from '../viewer/paged/page-address.ts';
import type { CommentPlace } from './comment-place.ts';
import { NewComment } from './new-comment.tsx';
import { ThreadView } from './thread-view.tsx';
import { CommentContext, useThreads } from './use-comments.ts';
import css from './comments.module.css';

type Props = {
  source: CommentSource;
  /** The viewer beside it shows pages, and writes the current one into the address. */
  isPaged?: boolean;
  /** Actions on all comments. */
  children?: ReactNode;
};

/** The threads of a document, and a field for a new one. */
export function CommentsPane({ source, isPaged = false, children }: Props) {
  const [state, setState] = useState<ThreadState>('open');
  const [place, setPlace] = useState<CommentPlace | null>(null);
  return (
    <CommentContext value={source}>
      {isPaged && place === null ? (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconFile size={16} aria-hidden />}
          onClick={() => setPlace({ page: pageOfHash(window.location.hash) ?? 1, region: null })}
        >
          {t.onThisPage}
        </Button>
      ) : null}
      <NewComment place={place} onPlaceEnd={() => setPlace(null)} onAdded={() => setState('open')} />
      <div className={css.head}>
        <StateFilter state={state} onChange={setState} />
        {children}
      </div>
      <Threads key={state} source={source} state={state} />
    </CommentContext>
  );
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

function Threads({ source, state }: { source: CommentSource; state: ThreadState }) {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useThreads(source, state);
  if (data === undefined && error !== null) return <ProblemAlert error={error} />;
  if (data === undefined) return <Skeleton height={120} radius="md" />;
  if (data.length === 0) return <Empty Icon={IconMessages} text={t.none[state]} />;
  return (
    <>
      <ul className={css.threads}>
        {data.map((thread) => (
          <ThreadView key={thread.first.CommentId} thread={thread} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button variant="default" size="compact-sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t.more}
        </Button>
      ) : null}
    </>
  );
}
