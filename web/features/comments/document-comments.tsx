import { Button, Title } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useState } from 'react';
import { type CommentSource, commentsExportUrl, commentsOf } from '../../api/comments.ts';
import { commentMessages as t } from '../../messages/en/comments.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useIsPhone } from '../../ui/menus/use-is-phone.ts';
import { CommentsPane } from './comments-pane.tsx';
import { useOpenThreads } from './use-comments.ts';
import css from '../document/document.module.css';

/** The comments of a document in its page: a section, and a sheet on phones. */
export function DocumentComments({ documentId, isPaged }: { documentId: number; isPaged: boolean }) {
  const [source] = useState(() => commentsOf(documentId));
  const open = useOpenThreads(source);
  const isOnPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const title = open === null || open === 0 ? t.title : t.titleWith(open);
  const pane = <Pane source={source} isPaged={isPaged} />;
  if (isOnPhone) {
    return (
      <section className={css.documentSection} aria-label={t.title}>
        <Button
          variant="default"
          size="md"
          fullWidth
          leftSection={<IconMessages size={20} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {title}
        </Button>
        {isOpen ? (
          <Dialog title={title} isSheet onClose={() => setOpen(false)}>
            {pane}
          </Dialog>
        ) : null}
      </section>
    );
  }
  return (
    <section className={css.documentSection} aria-label={t.title}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {pane}
    </section>
  );
}

function Pane({ source, isPaged }: { source: CommentSource; isPaged: boolean }) {
  return (
    <CommentsPane source={source} isPaged={isPaged}>
      <Button component="a" size="compact-sm" variant="subtle" href={commentsExportUrl(source.documentId)} download>
        {t.export}
      </Button>
    </CommentsPane>
  );
}
