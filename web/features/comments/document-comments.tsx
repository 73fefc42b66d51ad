import { Button, Title } from '@mantine/core';
import { type CommentSource, commentsExportUrl } from '../../api/comments.ts';
import { commentMessages as t } from '../../messages/en/comments.ts';
import { CommentsPane } from './comments-pane.tsx';
import css from '../document/document.module.css';

/** The comments of a document in its page. The tab shows the number of open ones. */
export function DocumentComments({ source }: { source: CommentSource }) {
  return (
    <section className={css.documentSection} aria-label={t.title}>
      <Title order={2} size="h5" mb="xs">
        {t.title}
      </Title>
      <CommentsPane source={source}>
        <Button component="a" size="compact-sm" variant="subtle" href={commentsExportUrl(source.documentId)} download>
          {t.export}
        </Button>
      </CommentsPane>
    </section>
  );
}
