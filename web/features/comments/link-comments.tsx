import { Title } from '@mantine/core';
import { useState } from 'react';
import { commentsInVisit } from '../../api/comments.ts';
import { commentMessages as t } from '../../messages/en/comments.ts';
import { useVisit } from '../visits/visit-context.ts';
import { CommentMarks } from './comment-marks.tsx';
import { CommentsPane } from './comments-pane.tsx';
import { useOpenThreads } from './use-comments.ts';
import css from '../../ui/page.module.css';

/** The comments of a document on the page of a link. */
export function LinkComments({ documentId }: { documentId: number }) {
  const { link, visit } = useVisit();
  const [source] = useState(() => commentsInVisit(link, documentId, visit.Protection !== 'code'));
  const open = useOpenThreads(source);
  return (
    <section className={css.card} aria-label={t.title}>
      <Title order={2} size="h4" mb="xs">
        {open === null || open === 0 ? t.title : t.titleWith(open)}
      </Title>
      <CommentMarks source={source} />
      <CommentsPane source={source} />
    </section>
  );
}
